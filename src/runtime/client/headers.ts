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
  /** The bytes of the body; undefined where there is none. */
  readonly body: Uint8Array | undefined;
}

/** The value of a header, or a function that makes it for each attempt. */
export type HeaderValue = string | ((request: OutgoingRequest) => string | Promise<string>);

/** Headers by their names. */
export type CallHeaders = Readonly<Record<string, HeaderValue>>;

/** RFC 9110 §5.6.2, and what a field may hold: §5.5, visible ASCII and spaces between. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,8190}[\x21-\x7e])?$/;

/** Made by the client, or by the connection: two values of one would contradict each other. */
const RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "accept",
  "authorization",
  "connection",
  "content-digest",
  "content-length",
  "content-type",
  "host",
  "idempotency-key",
  "request-id",
  "signature",
  "signature-input",
  "transfer-encoding",
  "x-api-key",
]);

/** Added below the client, by whatever carries its requests. */
const CARRIED = ["accept-encoding", "content-length", "host", "user-agent"];

/**
 * @param agentHeader in lower case or not; it is the client's own, too
 * @throws ClientError OPTIONS_INVALID
 */
export function checkedHeaders(headers: CallHeaders, agentHeader: string): CallHeaders {
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) throw invalid(`headers: ${JSON.stringify(name)} is not a header's name.`);
    const lower = name.toLowerCase();
    if (RESERVED.has(lower) || lower === agentHeader.toLowerCase())
      throw invalid(`headers: ${name} is written by the client itself.`);
    if (typeof value === "string") requireValue(name, value, "OPTIONS_INVALID");
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
    written[name] = requireValue(name, text, "REQUEST_INVALID");
  }
  return written;
}

/**
 * Refuses a call that lacks a header which its service document requires: the business would refuse it, and say less.
 *
 * @param written names of all headers that the call will have, in lower case
 * @throws ClientError REQUEST_INVALID
 */
export function requireHeaders(
  { id, rest }: Pick<Operation, "id" | "rest">,
  written: ReadonlySet<string>,
): void {
  const isWritten = (name: string): boolean => written.has(name) || CARRIED.includes(name);
  const missing = (rest?.parameters ?? []).filter(
    (each) => each.in === "header" && each.required && !isWritten(each.name.toLowerCase()),
  );
  const [first] = missing;
  if (first === undefined) return;
  const names = missing.map(({ name }) => name).join(", ");
  const verb = missing.length === 1 ? "the header" : "the headers";
  throw new ClientError("REQUEST_INVALID", {
    content: `${id} requires ${verb} ${names}: give createClient headers: { "${first.name}": ... }.`,
  });
}

function requireValue(
  name: string,
  value: unknown,
  code: "OPTIONS_INVALID" | "REQUEST_INVALID",
): string {
  if (typeof value === "string" && VALUE.test(value)) return value;
  throw new ClientError(code, {
    content: `headers: the value of ${name} is not visible ASCII on one line.`,
  });
}

function invalid(content: string): ClientError {
  return new ClientError("OPTIONS_INVALID", { content });
}
