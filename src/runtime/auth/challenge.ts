/** What a caller is told to come with (RFC 9110 §11.6.1). In: a scheme, parameters. Out: a challenge. */

import { ProtocolError } from "../error/index.js";

/** RFC 6750 §3: there is at least one parameter, so there is always a realm. */
export const DEFAULT_REALM = "business";

/** Nothing that would have to be escaped in a quoted string. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

/** @throws TypeError for a value that is not printable ASCII, or has `"` or a backslash */
export function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => {
    if (!PLAIN.test(value)) throw new TypeError(`${scheme}: ${name} cannot be sent in a header`);
    return `${name}="${value}"`;
  });
  return `${scheme} ${pairs.join(", ")}`;
}

/** 401: why, the caller is not told, but by the parameters that a challenge has for it. */
export function unauthorized(challenges: readonly string[], cause?: unknown): ProtocolError {
  return new ProtocolError("unauthorized", { ...withChallenges(challenges), cause });
}

/** 403. */
export function forbidden(challenges: readonly string[] = []): ProtocolError {
  return new ProtocolError("forbidden", withChallenges(challenges));
}

function withChallenges(challenges: readonly string[]) {
  return challenges.length === 0 ? {} : { headers: { "WWW-Authenticate": challenges.join(", ") } };
}
