/**
 * Why a call has no answer, where the business did not say so itself: what it says is a `ProtocolError`.
 * One row a code. A code is an interface: it may be added, never renamed.
 */

import { issueText } from "../error/issue-text.js";
import type { Issue } from "../schema/index.js";
// From its file: the folder has more.
import { printableText } from "../text/printable-text.js";

export type ClientErrorCode =
  | "OPTIONS_INVALID"
  | "DISCOVERY_FAILED"
  | "VERSION_MISMATCH"
  | "TRANSPORT_UNAVAILABLE"
  | "OPERATION_UNAVAILABLE"
  | "REQUEST_INVALID"
  | "ANSWER_INVALID"
  | "NETWORK"
  | "TIMEOUT"
  | "ABORTED";

export interface ClientErrorRow {
  readonly content: string;
  /** Whether the same call, made again with the same idempotency key, may succeed. */
  readonly retry: boolean;
}

function row(content: string, retry = false): ClientErrorRow {
  return { content, retry };
}

export const CLIENT_ERROR_CODES: Readonly<Record<ClientErrorCode, ClientErrorRow>> =
  /* @__PURE__ */ Object.freeze({
    /** By `createClient`, before anything is sent. */
    OPTIONS_INVALID: row("An option of the client is not valid."),
    /** `createClient`, or a call that reads the profile again, has found no profile, or one that breaks §2.1 or §4.1. */
    DISCOVERY_FAILED: row("The business's profile cannot be read."),
    /** As for DISCOVERY_FAILED: the types and checks are those of another version (§9.2). */
    VERSION_MISMATCH: row("The business speaks another version than the code was generated for."),
    /** As for DISCOVERY_FAILED: its profile has no endpoint for what the client speaks. */
    TRANSPORT_UNAVAILABLE: row("The profile of the business has no endpoint for this transport."),
    /** By a call, before anything is sent: the business no longer has the operation's capability. */
    OPERATION_UNAVAILABLE: row(
      "The business has no endpoint for this operation, or not its capability.",
    ),
    /** By a call, before anything is sent: see `issues`. */
    REQUEST_INVALID: row("The request is not valid."),
    /** The business did something, or not: what it answered cannot be read. See `issues`. */
    ANSWER_INVALID: row("The answer is not what the protocol says."),
    /** Nothing is known of what happened: call again with the key of `call`. */
    NETWORK: row("The business cannot be reached.", true),
    /** As for NETWORK. */
    TIMEOUT: row("The business took too long to answer.", true),
    /** The caller's signal; its reason is the `cause`. What was sent may have had its effect. */
    ABORTED: row("The caller ended the call."),
  });

/** With what a call can be made again, so that it has its effect once. */
export interface CallIdentity {
  /** `create_checkout`. */
  readonly operation: string;
  readonly requestId: string;
  /** Undefined for an operation that changes nothing. */
  readonly idempotencyKey: string | undefined;
}

export interface ClientErrorOptions {
  /** In place of the table's. */
  readonly content?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly cause?: unknown;
  /** The parsed answer of the business that the error refuses. */
  readonly answer?: unknown;
}

export class ClientError extends Error {
  override readonly name: string = "ClientError";
  readonly code: ClientErrorCode;
  readonly content: string;
  /** Of what was to be sent, or was received; empty where no schema was broken. */
  readonly issues: readonly Issue[];
  /** The call that it ended; absent where it ended `createClient`. */
  declare readonly call?: CallIdentity;
  // Private: whatever copies or prints an error finds no trace of it.
  readonly #answer: unknown;

  constructor(code: ClientErrorCode, options: ClientErrorOptions = {}) {
    const { issues = [], cause, answer } = options;
    const content = printableText(options.content ?? CLIENT_ERROR_CODES[code].content);
    // A content of its own names the first.
    const list = printableText(issueText(options.content === undefined ? issues : issues.slice(1)));
    super(`${code}: ${content}${list && ` ${list}`}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.content = content;
    this.issues = issues;
    this.#answer = answer;
  }

  /**
   * The parsed answer that was refused, so that the effect of a call is not lost; undefined where the answer could not be parsed
   * and where its signature failed. No log, copy or JSON of the error contains it. Its members are not checked.
   */
  get answer(): unknown {
    return this.#answer;
  }

  /** Whether the same call may be made again, with the same idempotency key. */
  get retry(): boolean {
    return CLIENT_ERROR_CODES[this.code].retry;
  }
}

export function invalidOption(content: string): ClientError {
  return new ClientError("OPTIONS_INVALID", { content });
}

/** For what the caller gave that is not to be sent. */
export function invalidRequest(content: string, cause?: unknown): ClientError {
  return new ClientError("REQUEST_INVALID", { content, cause });
}

/** The error itself, which from then on knows of which call it is. */
export function ofCall(error: unknown, call: CallIdentity): unknown {
  return error instanceof ClientError ? Object.assign(error, { call }) : error;
}
