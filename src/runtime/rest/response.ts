/** Responses with a body of JSON, whose bytes are made once: signatures and replays need them as sent. */
import { asProtocolError, errorBody } from "../error/index.js";
import type { WebHeaders, WebResponse } from "./web.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const Response: new (
  body: Uint8Array | null,
  init: { readonly status: number; readonly headers: ResponseHeaders | WebHeaders },
) => WebResponse;

/** Names in any case. */
export type ResponseHeaders = Readonly<Record<string, string>>;

export function encodeJson(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

/**
 * `body` is a value, or bytes of JSON that are sent as they are. It is not stored by anyone on its way
 * (`Cache-Control: no-store`) unless `headers` say otherwise.
 */
export function jsonResponse(
  status: number,
  body: object | Uint8Array,
  headers: ResponseHeaders = {},
): WebResponse {
  const bytes = body instanceof Uint8Array ? body : encodeJson(body);
  return respond(status, bytes, { "content-type": "application/json", ...lowerCase(headers) });
}

/** A body of `code` and `content` (§7). What is no `ProtocolError` is answered as `internal_error`. */
export function errorResponse(error: unknown): WebResponse {
  const known = asProtocolError(error);
  return jsonResponse(known.status, errorBody(known), known.headers);
}

/** The answer to OPTIONS: `allow` is a route's. */
export function optionsResponse(allow: string): WebResponse {
  return respond(204, null, { allow });
}

/** The answer to HEAD: that to GET without its body (RFC 9110 §9.3.2). */
export function withoutBody({ status, headers }: WebResponse): WebResponse {
  return new Response(null, { status, headers });
}

/** Names of headers are in lower case here. No bytes for the statuses that have none, and for HEAD. */
export function respond(
  status: number,
  bytes: Uint8Array | null,
  headers: ResponseHeaders,
): WebResponse {
  return new Response(bytes, { status, headers: { "cache-control": "no-store", ...headers } });
}

function lowerCase(headers: ResponseHeaders): ResponseHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
