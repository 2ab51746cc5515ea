/** The headers of an event that the sender cannot make itself, such as `Request-Signature` in releases that require it. */

import {
  CARRIED_HEADER,
  hasHeader,
  HEADER_VALUE,
  type AddedHeaders,
  type OutgoingRequest,
} from "../../rest/added-headers.js";

/** The sender writes these, and the one that names the business's profile. */
const OWN = ["Accept", "Idempotency-Key", "Request-Id", "Webhook-Id", "Webhook-Timestamp"];

/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

export interface HeaderRules {
  readonly agentHeader: string;
  /** Headers that the release's webhook requires beside those that a sender writes. */
  readonly requiredHeaders: readonly string[];
}

/**
 * Refuses headers that no event can have, and those without which a platform would refuse every event.
 *
 * @throws TypeError that names the header
 */
export function checkHeaders(
  headers: AddedHeaders,
  { agentHeader, requiredHeaders }: HeaderRules,
): void {
  const own = Object.fromEntries([...OWN, agentHeader].map((name) => [name, true]));
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name) || CARRIED_HEADER.test(name) || hasHeader(own, name))
      throw new TypeError(`headers: ${name} cannot be given`);
    if (typeof value !== "function") requireValue(name, value);
  }
  for (const name of requiredHeaders)
    if (!hasHeader(headers, name))
      throw new TypeError(`headers: the release requires ${name} of every webhook; give its value`);
}

/**
 * @returns names and values, in the order of `headers`
 * @throws TypeError for a value that no header can have; what the functions throw
 */
export async function addedFields(
  headers: AddedHeaders,
  request: OutgoingRequest,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const fields: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const text = typeof value === "function" ? await value(request) : value;
    fields.push([name, requireValue(name, text)]);
  }
  return fields;
}

/** A function may be of code that no compiler has checked. */
function requireValue(name: string, text: unknown): string {
  if (typeof text === "string" && HEADER_VALUE.test(text)) return text;
  throw new TypeError(`headers: ${name} has no value of visible ASCII`);
}
