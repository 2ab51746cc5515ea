/**
 * The headers that a caller adds to calls: what a service document requires of a platform and the client cannot make itself,
 * such as `Request-Signature` in releases that have it.
 */

import type { Operation } from "../service/index.js";
import { ClientError } from "./client-error.js";

/** A request as it is about to be sent, without credentials and signatures (§5.4). */
export interface OutgoingRequest {
  /** `POST`. */
  readonly method: string;
  readonly url: string;
  /** The bytes of the body; undefined for a request without one. */
  readonly body: Uint8Array | undefined;
}

/** The value of a header, or a function that makes it for each attempt. */
export type HeaderValue = string | ((request: OutgoingRequest) => string | Promise<string>);

/** Headers by their names. */
export type CallHeaders = Readonly<Record<string, HeaderValue>>;

/** Visible ASCII, with spaces: no value ends its line (RFC 9110 §5.5). */
const VALUE = /^[ -~]+$/;

/** The client does not write them: whatever carries a request does, or signs it. */
const OTHERS = /^(?:accept-encoding|content-|host$|signature|user-agent)/i;

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
    if (OTHERS.test(name) || has(own, name) || !VALUE.test(text))
      throw invalid(`headers: ${name} cannot be given.`);
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
    if (required && place === "header" && !OTHERS.test(name) && !has(written, name))
      throw invalid(`headers: ${id} requires ${name}.`);
}

function has(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}

function invalid(content: string): ClientError {
  return new ClientError("REQUEST_INVALID", { content });
}
