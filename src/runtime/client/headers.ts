/**
 * The headers that a caller adds to calls: what a service document requires of a platform and the client cannot make itself,
 * such as `Request-Signature` in releases that have it.
 */

import type { Operation } from "../service/index.js";
import {
  CARRIED_HEADER,
  hasHeader,
  HEADER_VALUE,
  type AddedHeaders,
  type HeaderValue,
  type OutgoingRequest,
} from "../rest/added-headers.js";
import { invalidRequest } from "./client-error.js";

export type CallHeaders = AddedHeaders;
export type { HeaderValue, OutgoingRequest };

/**
 * @param own the headers that the client itself writes
 * @param request called for each header whose value is a function
 * @throws ClientError REQUEST_INVALID for a value that is none, and for a header that the client writes; what the functions throw
 */
export async function withHeaders(
  own: Readonly<Record<string, string>>,
  added: CallHeaders,
  request: () => OutgoingRequest,
): Promise<Record<string, string>> {
  const headers = { ...own };
  for (const [name, value] of Object.entries(added)) {
    const text = typeof value === "function" ? await value(request()) : value;
    if (CARRIED_HEADER.test(name) || hasHeader(own, name) || !HEADER_VALUE.test(text))
      throw invalidRequest(`headers: ${name} cannot be given.`);
    headers[name] = text;
  }
  return headers;
}

/**
 * Refuses a call that lacks a header which its service document requires: the business would refuse it, and say less.
 *
 * @throws ClientError REQUEST_INVALID
 */
export function requireHeaders(
  { id, rest }: Operation,
  written: Readonly<Record<string, string>>,
): void {
  for (const { name, in: place, required } of rest?.parameters ?? [])
    if (required && place === "header" && !CARRIED_HEADER.test(name) && !hasHeader(written, name))
      throw invalidRequest(`headers: ${id} requires ${name}.`);
}
