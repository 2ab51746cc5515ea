/** The one text of a JSON value (RFC 8785): what its bytes were in a message does not matter. */

import canonicalize from "canonicalize";

/**
 * @param value of JSON alone; members that are undefined are left out, as JSON leaves them out
 * @throws Error for what has no such text: numbers that are not finite, lone surrogates, cycles
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("there is no JSON for this value");
  return text;
}
