/**
 * Responses with a JSON body, serialized once: signatures and replays need the exact bytes. A response is plain data;
 * its host turns it into a `Response` or writes it to a socket.
 */
import { errorBody } from "../error/error-body.js";
import { asProtocolError } from "../error/protocol-error.js";
import { findUnwritable } from "../json/find-unwritable.js";
import { pathSegments } from "../schema/issue.js";
import { encodeUtf8 } from "../text/encoding.js";
import type { WebResponse, WebStream } from "./web.js";

// Every platform has this, but the ECMAScript declarations do not.
declare const Response: new (
  body: Uint8Array | WebStream | null,
  init: { readonly status: number; readonly headers: AnswerHeaders },
) => WebResponse;

/** In order. Names are in lower case. */
export type AnswerHeaders = readonly (readonly [name: string, value: string])[];

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The bytes to send, or a stream for a response that continues. */
  readonly body: Uint8Array | WebStream | null;
}

/** @throws TypeError if the body has a lone surrogate, which strict parsers reject (RFC 7493 §2.1) */
export function encodeJson(body: object): Uint8Array {
  return encodeUtf8(jsonText(body));
}

function jsonText(body: object): string {
  const text = JSON.stringify(body);
  // Most texts have no such escape. In others it may be an escaped backslash, so check the value.
  if (text.includes("\\ud")) requireUnicode(body);
  return text;
}

function requireUnicode(body: object): void {
  const problem = findUnwritable(JSON.parse(JSON.stringify(body)));
  if (problem === undefined) return;
  throw new TypeError(
    `strict parsers would reject the JSON: $${pathSegments(problem.pointer)}: ${problem.reason}`,
  );
}

/**
 * `body` is a value, or bytes of JSON to send unchanged. The response must not be cached (`Cache-Control: no-store`)
 * unless `headers`, whose names are case-insensitive, override that.
 */
export function jsonAnswer(
  status: number,
  body: object | Uint8Array,
  headers?: Readonly<Record<string, string>>,
): Answer & { readonly body: Uint8Array; readonly text?: string } {
  if (body instanceof Uint8Array) return { status, headers: headersOf(headers), body };
  const text = jsonText(body);
  return { status, headers: headersOf(headers), body: encodeUtf8(text), text };
}

const JSON_HEADERS: AnswerHeaders = /* @__PURE__ */ Object.freeze([
  Object.freeze(["cache-control", "no-store"] as const),
  Object.freeze(["content-type", "application/json"] as const),
]);

function headersOf(own: Readonly<Record<string, string>> | undefined): AnswerHeaders {
  if (own === undefined) return JSON_HEADERS;
  const lowered = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value] as const);
  return [...new Map([...JSON_HEADERS, ...lowered])];
}

/**
 * Creates the answer to a failed call: the error's status and a body with `code` and `content` (§7). Errors that are
 * not a `ProtocolError` become `internal_error`.
 * @example
 * ```ts
 * import { ProtocolError } from "@proto-gen/runtime/error";
 * import { errorAnswer } from "@proto-gen/runtime/server";
 *
 * errorAnswer(new ProtocolError("profile_not_trusted")).status; // 403
 * errorAnswer(new Error("the database is down")).status; // 500
 * ```
 */
export function errorAnswer(error: unknown): Answer & { readonly body: Uint8Array } {
  const known = asProtocolError(error);
  return jsonAnswer(known.status, errorBody(known), known.headers);
}

/** The response to OPTIONS. `allow` is from the route. */
export function optionsAnswer(allow: string): Answer {
  return {
    status: 204,
    headers: [
      ["cache-control", "no-store"],
      ["allow", allow],
    ],
    body: null,
  };
}

/**
 * The response to HEAD: that to GET without the body (RFC 9110 §9.3.2).
 * @example
 * ```ts
 * import { withoutBody, type Answer } from "@proto-gen/runtime/server";
 *
 * const page: Answer = { status: 200, headers: [["content-type", "text/html"]], body: new Uint8Array(9) };
 * withoutBody(page).body; // null
 * ```
 */
export function withoutBody(answer: Answer): Answer {
  return { ...answer, body: null };
}

/** Statuses without a body (RFC 9110 §15), for which `Response` rejects even an empty one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Converts an answer to a `Response` of the Fetch standard. Statuses that cannot have a body (204, 205, 304) get none.
 * @example
 * ```ts
 * import { ProtocolError } from "@proto-gen/runtime/error";
 * import { errorAnswer, toResponse } from "@proto-gen/runtime/server";
 *
 * const response = toResponse(errorAnswer(new ProtocolError("not_found")));
 * response.headers.get("content-type"); // "application/json"
 * ```
 */
export function toResponse({ status, headers, body }: Answer): WebResponse {
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}
