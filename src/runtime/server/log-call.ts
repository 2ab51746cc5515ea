/** Builds the log entry of a request from what was gathered while answering it. */

import { quiet } from "../log/quiet.js";
import type { Answer } from "../rest/index.js";
import type { LogEntry } from "./definition.js";
import type { LogFields } from "./log-fields.js";
import type { ServerRequest } from "./transport.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const performance: { now(): number };

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

function entryOf({ method }: ServerRequest, fields: TimedFields, sent: Answer): LogEntry {
  const { operation, requestId, platform, path, page, code } = fields;
  const { outcome, mcpMethod, issues, cause, began } = fields;
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
    ...(page === undefined ? {} : { page }),
    ...(code === undefined ? {} : { code }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(mcpMethod === undefined ? {} : { mcpMethod }),
    ...(issues === undefined ? {} : { issues }),
    ...(cause === undefined ? {} : { cause }),
  };
}
