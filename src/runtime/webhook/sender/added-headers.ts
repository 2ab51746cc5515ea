/** Adds headers that the sender cannot compute itself, such as `Request-Signature` in releases that require it. */

import {
  CARRIED_HEADER,
  hasHeader,
  HEADER_VALUE,
  type AddedHeaders,
  type OutgoingRequest,
} from "../../rest/added-headers.js";

/** The sender sets these itself, and the header that names the business's profile. */
const OWN = ["Accept", "Idempotency-Key", "Request-Id", "Webhook-Id", "Webhook-Timestamp"];

/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

export interface HeaderRules {
  readonly agentHeader: string;
  /** The headers that the release's webhook requires and the sender does not set. */
  readonly requiredHeaders: readonly string[];
}

/**
 * Rejects headers that cannot be added, and options that lack a required header: platforms would refuse every event.
 * @throws TypeError that names the header
 */
export function checkHeaders(
  headers: AddedHeaders,
  { agentHeader, requiredHeaders }: HeaderRules,
): void {
  const own = Object.fromEntries([...OWN, agentHeader].map((name) => [name, true]));
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name) || CARRIED_HEADER.test(name) || hasHeader(own, name))
      throw new TypeError(
        `headers: ${name} cannot be added: it is not a valid name, or the sender sets it`,
      );
    if (typeof value !== "function") requireValue(name, value);
  }
  for (const name of requiredHeaders)
    if (!hasHeader(headers, name))
      throw new TypeError(`headers: the release requires ${name} on every webhook: add it`);
}

/**
 * @returns names and values, in the order of `headers`
 * @throws TypeError if a value is not valid; and whatever the functions throw
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

/** A function's result may come from untyped code. */
function requireValue(name: string, text: unknown): string {
  if (typeof text === "string" && HEADER_VALUE.test(text)) return text;
  throw new TypeError(`headers: the value of ${name} must be visible ASCII`);
}
