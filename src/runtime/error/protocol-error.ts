/**
 * An error that prevents the processing of a request (§7). It contains only what the caller may know. The issues of an invalid request
 * are written in one line.
 */

import type { Issue } from "../schema/validator-interface.js";
import { ERROR_CODES, type ProtocolErrorCode } from "./error-codes.js";

export interface ProtocolErrorOptions {
  /** Text for the caller, without internal details. Default: the table's. */
  readonly content?: string | undefined;
  /** For the response over REST: `Retry-After`, `WWW-Authenticate`, `Allow`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the log: the issues of an invalid request. */
  readonly issues?: readonly Issue[] | undefined;
  /** For the log; never sent. */
  readonly cause?: unknown;
  /** For an error sent by another party that differs from the table. */
  readonly received?: ReceivedError | undefined;
  /** What another party sent, parsed. */
  readonly answer?: unknown;
}

/** The error as received, if the table does not have its code, or has it with another status. */
interface ReceivedError {
  /** The code that was sent. Undefined if it is missing or unreadable. */
  readonly code: string | undefined;
  /** Status of the response over REST, or of the error over MCP. */
  readonly status: number;
  /** A description in a member that the table's errors lack: `detail` (RFC 9457), `message` or `title`. */
  readonly detail?: string | undefined;
}

export class ProtocolError extends Error {
  override readonly name: string = "ProtocolError";
  readonly code: ProtocolErrorCode;
  readonly content: string;
  declare readonly headers?: Readonly<Record<string, string>>;
  declare readonly issues?: readonly Issue[];
  declare readonly received?: ReceivedError;
  // Private, so that copying or printing the error does not reveal it.
  readonly #answer: unknown;

  constructor(code: ProtocolErrorCode, options: ProtocolErrorOptions = {}) {
    const {
      content = ERROR_CODES[code].content,
      headers,
      issues,
      cause,
      received,
      answer,
    } = options;
    super(`${code}: ${content}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.content = content;
    if (headers !== undefined) this.headers = Object.freeze({ ...headers });
    if (issues !== undefined) this.issues = issues;
    if (received !== undefined) this.received = Object.freeze({ ...received });
    this.#answer = answer;
  }

  /**
   * What another party sent instead, parsed and not validated. Undefined for our own errors. It does not appear in
   * logs, copies or JSON.
   */
  get answer(): unknown {
    return this.#answer;
  }

  /** Status of the response over REST. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  /** Code of the error over MCP. */
  get jsonRpcCode(): -32000 | -32001 {
    return ERROR_CODES[this.code].jsonRpcCode;
  }

  /**
   * True for a 409 with `Retry-After` (RFC 9110 §10.2.3), whatever its code: the server is still processing the first
   * attempt. Servers use many codes for that.
   */
  get passes(): boolean {
    return (this.received ?? this).status === 409 && this.headers?.["Retry-After"] !== undefined;
  }

  /** True if the client may send the same request again, with the same Idempotency-Key. */
  get retry(): boolean {
    return this.passes || ERROR_CODES[this.code].retry;
  }
}

/**
 * Returns protocol errors unchanged, and wraps others as the cause of an `internal_error`. The cause is for the log:
 * the caller does not see it (§7).
 * @example
 * ```ts
 * import { ProtocolError, asProtocolError } from "@proto-gen/runtime/error";
 *
 * asProtocolError(new ProtocolError("rate_limited")).status; // 429
 * asProtocolError(new Error("connect ECONNREFUSED 10.0.0.5")).code; // "internal_error"
 * ```
 */
export function asProtocolError(thrown: unknown): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  return new ProtocolError("internal_error", { cause: thrown });
}

/** Maximum number of issues to report: with more, the caller has to start over anyway. */
export const MAX_ISSUES = 10;

/** The readable part of an `Issue`. */
interface IssueLine {
  readonly path: string;
  readonly message: string;
}

/** `$.currency is required; $.id must be a string`. */
export function issueText(issues: readonly IssueLine[]): string {
  return issues.map(({ path, message }) => `${path} ${message}`).join("; ");
}
