/**
 * The headers that a caller adds to calls: what a service document requires of a platform and the client cannot make itself,
 * such as `Request-Signature` in releases that have it.
 */

import type { Operation } from "../service/index.js";
import { ClientError, type ClientErrorCode } from "./client-error.js";

/** A request as it is about to be sent, without credentials and signatures (§5.4). */
export interface OutgoingRequest {
  /** `POST`. */
  readonly method: string;
  readonly url: string;
  /** The bytes of the body; undefined where there is none. */
  readonly body: Uint8Array | undefined;
}

/** The value of a header, or a function that makes it for each attempt. */
export type HeaderValue = string | ((request: OutgoingRequest) => string | Promise<string>);

/** Headers by their names. */
export type CallHeaders = Readonly<Record<string, HeaderValue>>;

/** `name: value` as RFC 9110 §5 has it: a token, and visible ASCII with spaces between. */
const FIELD = /^[\w!#$%&'*+.^`|~-]+: [\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Made by the client, or by what carries its requests: two values of one would contradict each other. */
const RESERVED =
  /^(?:accept|authorization|connection|content-.*|host|idempotency-key|request-id|signature.*|transfer-encoding|x-api-key|.*-agent)$/i;

/** Added below the client. */
const CARRIED = /^(?:accept-encoding|content-length|host|user-agent)$/i;

/** @throws ClientError OPTIONS_INVALID */
export function checkedHeaders(headers: CallHeaders): CallHeaders {
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED.test(name)) throw refused("OPTIONS_INVALID", `${name} is the client's own.`);
    requireField(name, typeof value === "function" ? "-" : value, "OPTIONS_INVALID");
  }
  return headers;
}

/** @throws ClientError REQUEST_INVALID, and what the functions throw */
export async function writtenHeaders(
  headers: CallHeaders,
  request: OutgoingRequest,
): Promise<Readonly<Record<string, string>>> {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = typeof value === "function" ? await value(request) : value;
    written[name] = requireField(name, text, "REQUEST_INVALID");
  }
  return written;
}

/**
 * Refuses a call that lacks a header which its service document requires: the business would refuse it, and say less.
 *
 * @param written names of all headers that the call will have
 * @throws ClientError REQUEST_INVALID
 */
export function requireHeaders({ id, rest }: Operation, written: readonly string[]): void {
  const names = new Set(written.map((name) => name.toLowerCase()));
  for (const { name, in: place, required } of rest?.parameters ?? [])
    if (required && place === "header" && !names.has(name.toLowerCase()) && !CARRIED.test(name))
      throw refused("REQUEST_INVALID", `${id} requires ${name}, which createClient was not given.`);
}

function requireField(name: string, value: string, code: ClientErrorCode): string {
  if (FIELD.test(`${name}: ${value}`)) return value;
  throw refused(code, `${name} or its value is no header field.`);
}

function refused(code: ClientErrorCode, what: string): ClientError {
  return new ClientError(code, { content: `headers: ${what}` });
}
