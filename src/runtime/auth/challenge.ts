/** Builds challenges (RFC 9110 §11.6.1), which tell a caller how to authenticate. */

import { ProtocolError } from "../error/protocol-error.js";

/** RFC 6750 §3 requires at least one parameter, so there is always a realm. */
export const DEFAULT_REALM = "business";

/** Characters that need no escaping in a quoted string. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

/** @throws TypeError if a value is not printable ASCII, or has `"` or a backslash */
export function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => {
    if (!PLAIN.test(value)) throw new TypeError(`${scheme}: ${name} cannot be sent in a header`);
    return `${name}="${value}"`;
  });
  return `${scheme} ${pairs.join(", ")}`;
}

/** A 401. Only the challenges' parameters may tell the caller why. */
export function unauthorized(challenges: readonly string[], cause?: unknown): ProtocolError {
  return new ProtocolError("unauthorized", { ...withChallenges(challenges), cause });
}

/** A 403. */
export function forbidden(challenges: readonly string[] = []): ProtocolError {
  return new ProtocolError("forbidden", withChallenges(challenges));
}

function withChallenges(challenges: readonly string[]) {
  return challenges.length === 0 ? {} : { headers: { "WWW-Authenticate": challenges.join(", ") } };
}
