/**
 * Headers that the caller adds, because a service document requires them and the client cannot compute them, such as
 * `Request-Signature`.
 */

import type { Operation } from "../service/operation.js";
import {
  CARRIED_HEADER,
  hasHeader,
  HEADER_VALUE,
  type AddedHeaders,
  type HeaderValue,
  type OutgoingRequest,
} from "../rest/added-headers.js";
import { invalidRequest } from "./client-error.js";

export type { AddedHeaders, HeaderValue, OutgoingRequest };

/**
 * @param own the headers that the client sets itself
 * @param request called for each header whose value is a function
 * @throws ClientError `REQUEST_INVALID` if a value is invalid or the client sets the header itself; and whatever the
 * functions throw
 */
export async function withHeaders(
  own: Readonly<Record<string, string>>,
  added: AddedHeaders,
  request: () => OutgoingRequest,
): Promise<Record<string, string>> {
  const headers = { ...own };
  for (const [name, value] of Object.entries(added)) {
    const text = typeof value === "function" ? await value(request()) : value;
    if (CARRIED_HEADER.test(name) || hasHeader(own, name) || !HEADER_VALUE.test(text))
      throw invalidRequest(`headers: ${name} cannot be added.`);
    headers[name] = text;
  }
  return headers;
}

/**
 * Rejects a call without a header that its service document requires, with a clearer message than the business would
 * send.
 * @throws ClientError `REQUEST_INVALID`
 */
export function requireHeaders(
  { id, rest }: Operation,
  written: Readonly<Record<string, string>>,
): void {
  for (const { name, in: place, required } of rest?.parameters ?? [])
    if (required && place === "header" && !CARRIED_HEADER.test(name) && !hasHeader(written, name))
      throw invalidRequest(`headers: ${id} requires ${name}.`);
}
