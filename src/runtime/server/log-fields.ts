/**
 * What the log says of a request. An answer has its fields from the step that makes it. An error that a step throws carries what was
 * known by then, so that a request that fails is logged like any other.
 */

import { asProtocolError, type ProtocolError } from "../error/protocol-error.js";
import type { Issue } from "../schema/validator-interface.js";
import { quiet } from "../log/quiet.js";
import type { Answer } from "../rest/answer.js";
import type { LogEntry } from "./definition.js";
import type { ServerRequest } from "./transport.js";
import { defined } from "../json/members.js";

export interface LogFields {
  readonly operation?: string | undefined;
  readonly requestId?: string | undefined;
  readonly platform?: string | undefined;
  readonly path?: string | undefined;
  /** The name of the page that was asked for. */
  readonly page?: string | undefined;
  /** Of a protocol error that its transport answers with another status: a JSON-RPC error is 200. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** The status of the resource, or the code of the outcome. */
  readonly outcome?: string | undefined;
  /** The method of a JSON-RPC message that calls no tool. */
  readonly mcpMethod?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  /** Why a signature that the request asked for is missing. */
  readonly unsigned?: string | undefined;
  readonly cause?: unknown;
}

/** A result with what the log says of it. */
export type Logged<Result extends object> = Result & { readonly log?: LogFields | undefined };

class FailedStep extends Error {
  override readonly name = "FailedStep";
  readonly thrown: unknown;
  readonly log: LogFields;

  constructor(thrown: unknown, log: LogFields) {
    super("a step of a request failed");
    this.thrown = thrown;
    this.log = log;
  }
}

/** Runs a step. An error that it throws carries `known`; a result that is logged has its own fields. */
export async function describeFailure<Result>(
  known: LogFields,
  step: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await step();
  } catch (thrown) {
    throw failedWith(thrown, known);
  }
}

/** The error that is answered, and what the log says of it. */
export interface Failure {
  readonly error: ProtocolError;
  readonly log: LogFields;
}

export function failureOf(thrown: unknown): Failure {
  const { thrown: original, log } = failedWith(thrown, {});
  const error = asProtocolError(original);
  const { code, cause, issues } = error;
  return { error, log: { cause, issues, ...log, code, status: undefined } };
}

function failedWith(thrown: unknown, known: LogFields): FailedStep {
  return thrown instanceof FailedStep
    ? new FailedStep(thrown.thrown, { ...known, ...thrown.log })
    : new FailedStep(thrown, known);
}

interface TimedFields extends LogFields {
  /** Of a clock that only goes forward, in milliseconds. */
  readonly began: number;
}

export type LogCall = (request: ServerRequest, fields: TimedFields, sent: Answer) => void;

/** Never throws: an error of the log must not cost a caller the response. */
export function createLogCall(log: ((entry: LogEntry) => void) | undefined): LogCall {
  if (log === undefined) return () => undefined;
  const write = quiet(log);
  return (request, fields, sent) => write(entryOf(request, fields, sent));
}

/** Builds the log entry of a request from what was gathered while answering it. */
function entryOf({ method }: ServerRequest, fields: TimedFields, sent: Answer): LogEntry {
  const { operation, requestId, platform, path, page, code } = fields;
  const { outcome, mcpMethod, issues, unsigned, cause, began } = fields;
  const { status = sent.status } = fields;
  return {
    level: status >= 500 || (cause !== undefined && status < 400) ? "error" : "info",
    status,
    operation,
    requestId,
    platform,
    method,
    path,
    durationMs: performance.now() - began,
    ...defined({ page, code, outcome, mcpMethod, issues, unsigned, cause }),
  };
}
