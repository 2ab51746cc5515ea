/**
 * Headers that the caller adds, because a service document requires them and the client cannot compute them, such as
 * `Request-Signature`, and the credentials that a platform sends (§5.2).
 */

import type { Operation } from "../service/operation.js";
import {
  CARRIED_HEADER,
  hasHeader,
  HEADER_VALUE,
  type AddedHeaders,
  type OutgoingRequest,
} from "../rest/added-headers.js";
import { invalidRequest, invalidOption } from "./client-error.js";

export type { AddedHeaders, OutgoingRequest };

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

interface TokenRequest {
  /** A token that the business has just rejected: do not return it again. */
  readonly refused: string | undefined;
}

/** Errors that it throws reject the call. */
type TokenProvider = (request: TokenRequest) => string | Promise<string>;

export type Bearer = string | TokenProvider;

/** Characters that can be sent in a header unchanged. */
const VISIBLE = /^[\x21-\x7e]+$/;

export async function tokenOf(
  bearer: Bearer | undefined,
  refused?: string,
): Promise<string | undefined> {
  if (bearer === undefined) return undefined;
  return checkedCredential(
    "bearer",
    typeof bearer === "string" ? bearer : await bearer({ refused }),
  );
}

/** The message never contains the value. */
export function checkedCredential(option: string, value: unknown): string {
  if (typeof value === "string" && VISIBLE.test(value)) return value;
  throw invalidOption(`${option}: expected visible ASCII characters.`);
}
