/**
 * The components of a message that a signature covers (§5.4), and their values in the signature base (RFC 9421 §2).
 * Names are in lower case.
 */

import { Fields } from "./fields.js";
import type { RequestMessage, ResponseMessage } from "./message.js";
import { MessageError } from "./message-error.js";
import { targetOf, type Target } from "./target.js";

export interface Components {
  readonly fields: Fields;
  readonly body: Uint8Array | null;
  /** Components that must be covered. */
  readonly required: readonly string[];
  /** @throws MessageError if the message lacks the component */
  valueOf(name: string): string;
}

/** Not the agent header or Content-Digest: a dictionary may be split over several lines (RFC 8941 §4.2). */
const SINGLE = ["idempotency-key", "content-type"];
const BODY_FIELDS: readonly string[] = ["content-digest", "content-type"];
const METHOD = /^[\w!#$%&'*+.^`|~-]+$/;

/** @throws MessageError */
export function requestComponents(
  request: RequestMessage,
  agentHeader: string,
  fields: Fields = new Fields(request.headers),
): Components {
  if (!METHOD.test(request.method)) throw new MessageError("The request method is invalid.");
  const target = targetOf(request, fields);
  const agent = agentHeader.toLowerCase();
  // These determine what a call means, so each must be unambiguous whether it is covered or not.
  for (const name of SINGLE) fields.single(name);
  const required = ["@method", "@authority", "@path"];
  if (target.query !== undefined) required.push("@query");
  if (fields.has(agent)) required.push(agent);
  // REST requires the key elsewhere for methods that change state (§4.8). Over MCP every call is a POST and most have
  // no key, so it is covered if present (DESIGN §12).
  if (fields.has("idempotency-key")) required.push("idempotency-key");
  if (hasBody(request.body)) required.push(...BODY_FIELDS);
  return {
    fields,
    body: request.body,
    required,
    valueOf: (name) => derived(name, request.method, target, request.target) ?? field(fields, name),
  };
}

/** @throws MessageError */
export function responseComponents(
  { status, headers, body }: ResponseMessage,
  fields: Fields = new Fields(headers),
): Components {
  if (!Number.isInteger(status) || status < 100 || status > 999)
    throw new MessageError("The response status is invalid.");
  fields.single("content-type");
  return {
    fields,
    body,
    required: ["@status", ...(hasBody(body) ? BODY_FIELDS : [])],
    valueOf: (name) => (name === "@status" ? String(status) : field(fields, name)),
  };
}

export function hasBody(body: Uint8Array | null): body is Uint8Array {
  return body !== null && body.length > 0;
}

/** RFC 9421 §2.2, except `@query-param`, which has parameters. */
function derived(name: string, method: string, target: Target, sent: string): string | undefined {
  const { scheme, authority, path, query } = target;
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return authority;
    case "@path":
      return path;
    // §2.2.7: without a query, the value is a single question mark.
    case "@query":
      return query ?? "?";
    case "@scheme":
      return scheme;
    case "@request-target":
      return sent;
    case "@target-uri":
      return `${scheme}://${authority}${path}${query ?? ""}`;
    default:
      return undefined;
  }
}

function field(fields: Fields, name: string): string {
  // No field name starts with `@`, so unknown derived components fail here.
  const value = fields.get(name);
  if (value === undefined) throw new MessageError(`The message lacks the component ${name}.`);
  return value;
}
