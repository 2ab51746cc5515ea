/**
 * Answers with a body of JSON, whose bytes are made once: signatures and replays need them as sent. An
 * answer is data; what carries it makes a `Response` of it, or writes it to a socket.
 */
import { asProtocolError, errorBody } from "../error/index.js";
import { findUnwritable } from "../json/find-unwritable.js";
import { pathSegments } from "../schema/json-path.js";
import { encodeUtf8 } from "./encode-utf8.js";
import type { WebResponse, WebStream } from "./web.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const Response: new (
  body: Uint8Array | WebStream | null,
  init: { readonly status: number; readonly headers: AnswerHeaders },
) => WebResponse;

/** In order; names in lower case. */
export type AnswerHeaders = readonly (readonly [name: string, value: string])[];

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Bytes as they are sent; a stream where an answer goes on. */
  readonly body: Uint8Array | WebStream | null;
}

/**
 * @throws TypeError where the body has half of a surrogate pair: no strict reader takes it (RFC 7493 §2.1)
 */
export function encodeJson(body: object): Uint8Array {
  const text = JSON.stringify(body);
  // Most texts have no escape that could be one; in the others, it may be the text of a backslash.
  if (text.includes("\\ud")) requireUnicode(body);
  return encodeUtf8(text);
}

function requireUnicode(body: object): void {
  const problem = findUnwritable(JSON.parse(JSON.stringify(body)));
  if (problem === undefined) return;
  throw new TypeError(
    `the JSON could not be read: $${pathSegments(problem.pointer)}: ${problem.reason}`,
  );
}

/**
 * `body` is a value, or bytes of JSON that are sent as they are. It is not stored by anyone on its way
 * (`Cache-Control: no-store`) unless `headers`, whose names may be in any case, say otherwise.
 */
export function jsonAnswer(
  status: number,
  body: object | Uint8Array,
  headers?: Readonly<Record<string, string>>,
): Answer & { readonly body: Uint8Array } {
  const bytes = body instanceof Uint8Array ? body : encodeJson(body);
  return { status, headers: headersOf(headers), body: bytes };
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

/** A body of `code` and `content` (§7). What is no `ProtocolError` is answered as `internal_error`. */
export function errorAnswer(error: unknown): Answer & { readonly body: Uint8Array } {
  const known = asProtocolError(error);
  return jsonAnswer(known.status, errorBody(known), known.headers);
}

/** The answer to OPTIONS: `allow` is a route's. */
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

/** The answer to HEAD: that to GET without its body (RFC 9110 §9.3.2). */
export function withoutBody(answer: Answer): Answer {
  return { ...answer, body: null };
}

/** Statuses whose answers have no body (RFC 9110 §15): a `Response` takes not even an empty one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export function toResponse({ status, headers, body }: Answer): WebResponse {
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}
