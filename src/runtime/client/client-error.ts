/**
 * The errors of calls that the business did not report itself; those it reports are `ProtocolError`s. Codes are an
 * interface: add new ones, never rename.
 */

import { issueText } from "../error/protocol-error.js";
import type { Issue } from "../schema/validator-interface.js";
// Imported from its file: the folder's index has more.
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
  /** True if the same call may succeed when repeated with the same idempotency key. */
  readonly retry: boolean;
}

function row(content: string, retry = false): ClientErrorRow {
  return { content, retry };
}

const CLIENT_ERROR_CODES: Readonly<Record<ClientErrorCode, ClientErrorRow>> =
  /* @__PURE__ */ Object.freeze({
    /** Thrown by `createClient`, before anything is sent. */
    OPTIONS_INVALID: row("An option of the client is not valid."),
    /** Thrown by `createClient`, or a call that renews the profile: it is missing, or breaks §2.1 or §4.1. */
    DISCOVERY_FAILED: row("The business's profile cannot be read."),
    /** Like DISCOVERY_FAILED: types and validators are those of another version (§9.2). */
    VERSION_MISMATCH: row("The business uses another version than the code was generated for."),
    /** Like DISCOVERY_FAILED: the profile has no endpoint for the client's transport. */
    TRANSPORT_UNAVAILABLE: row("The profile of the business has no endpoint for this transport."),
    /** Thrown by a call before anything is sent: the business no longer has the operation's capability. */
    OPERATION_UNAVAILABLE: row(
      "The business lacks an endpoint or the capability for this operation.",
    ),
    /** Thrown by a call before anything is sent: see `issues`. */
    REQUEST_INVALID: row("The request is not valid."),
    /** The call may have had its effect, but the response is unusable. See `issues`. */
    ANSWER_INVALID: row("The answer violates the protocol."),
    /** The outcome is unknown: repeat the call with the key in `call`. */
    NETWORK: row("The business cannot be reached.", true),
    /** Like NETWORK. */
    TIMEOUT: row("The business took too long to answer.", true),
    /** The caller's signal was aborted; its reason is the `cause`. The call may have had its effect. */
    ABORTED: row("The caller ended the call."),
  });

/** The values that repeat a call so that it takes effect once. */
export interface CallIdentity {
  /** Such as `create_checkout`. */
  readonly operation: string;
  readonly requestId: string;
  /** Undefined for an operation that changes nothing. */
  readonly idempotencyKey: string | undefined;
}

export interface ClientErrorOptions {
  /** Default: the text in the table. */
  readonly content?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly cause?: unknown;
  /** The parsed response that is rejected. */
  readonly answer?: unknown;
}

export class ClientError extends Error {
  override readonly name: string = "ClientError";
  readonly code: ClientErrorCode;
  readonly content: string;
  /** Issues of the request or the response. Empty if no schema was violated. */
  readonly issues: readonly Issue[];
  /** The failed call. Absent if `createClient` failed. */
  declare readonly call?: CallIdentity;
  // Private, so that copying or printing the error does not reveal it.
  readonly #answer: unknown;

  constructor(code: ClientErrorCode, options: ClientErrorOptions = {}) {
    const { issues = [], cause, answer } = options;
    const content = printableText(options.content ?? CLIENT_ERROR_CODES[code].content);
    // A custom content already names the first issue.
    const list = printableText(issueText(options.content === undefined ? issues : issues.slice(1)));
    super(`${code}: ${content}${list && ` ${list}`}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.content = content;
    this.issues = issues;
    this.#answer = answer;
  }

  /**
   * The parsed response that was rejected, so that the effect of a call is not lost. Its members are not validated.
   * Undefined if it could not be parsed or its signature was invalid. It does not appear in logs, copies or JSON of
   * the error.
   */
  get answer(): unknown {
    return this.#answer;
  }

  /** True if the same call may be repeated with the same idempotency key. */
  get retry(): boolean {
    return CLIENT_ERROR_CODES[this.code].retry;
  }
}

export function invalidOption(content: string): ClientError {
  return new ClientError("OPTIONS_INVALID", { content });
}

/** For input of the caller that must not be sent. */
export function invalidRequest(content: string, cause?: unknown): ClientError {
  return new ClientError("REQUEST_INVALID", { content, cause });
}

/** Adds the call to a ClientError and returns the same object. */
export function ofCall(error: unknown, call: CallIdentity): unknown {
  return error instanceof ClientError ? Object.assign(error, { call }) : error;
}
