/** What blocks the processing of a request (§7), as an exception. What the caller may know is in it. */
import type { Issue } from "../schema/index.js";
import { ERROR_CODES, type ProtocolErrorCode } from "./error-codes.js";

export interface ProtocolErrorOptions {
  /** In place of the table's: what is wrong, for the caller, with nothing from inside. */
  readonly content?: string | undefined;
  /** For the response over REST: `Retry-After`, `WWW-Authenticate`, `Allow`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the log: of a request that breaks its schema. */
  readonly issues?: readonly Issue[] | undefined;
  /** For the log; no body has it. */
  readonly cause?: unknown;
  /** Where another party sent it, and the table does not say it all. */
  readonly received?: ReceivedError | undefined;
  /** What another party sent, parsed. */
  readonly answer?: unknown;
}

/** What came over the wire for an error whose code the table does not have, or has with another status. */
export interface ReceivedError {
  /** The code that was sent; undefined where nothing was that can be read. */
  readonly code: string | undefined;
  /** Of the response over REST, or of the error over MCP. */
  readonly status: number;
  /** Its description in a member that the table's errors do not have: `detail` (RFC 9457), `message` or `title`. */
  readonly detail?: string | undefined;
}

export class ProtocolError extends Error {
  override readonly name: string = "ProtocolError";
  readonly code: ProtocolErrorCode;
  readonly content: string;
  declare readonly headers?: Readonly<Record<string, string>>;
  declare readonly issues?: readonly Issue[];
  declare readonly received?: ReceivedError;
  // Private: whatever copies or prints an error finds no trace of it.
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

  /** What another party sent instead, parsed and not checked; undefined for an error of one's own. No log, copy or JSON has it. */
  get answer(): unknown {
    return this.#answer;
  }

  /** Of the response over REST. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  /** Of the error over MCP. */
  get jsonRpcCode(): -32000 | -32001 {
    return ERROR_CODES[this.code].jsonRpcCode;
  }

  /**
   * True for a 409 with `Retry-After` (RFC 9110 §10.2.3), whatever its code: the server still processes a first attempt. Servers use many
   * codes for that.
   */
  get passes(): boolean {
    return (this.received ?? this).status === 409 && this.headers?.["Retry-After"] !== undefined;
  }

  /** True if the client may send the same request again, with the same Idempotency-Key. */
  get retry(): boolean {
    return this.passes || ERROR_CODES[this.code].retry;
  }
}

/** The error itself, or `internal_error` with whatever else was thrown as its cause. */
export function asProtocolError(thrown: unknown): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  return new ProtocolError("internal_error", { cause: thrown });
}
