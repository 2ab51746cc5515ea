/** The canonical text of a JSON value (RFC 8785), independent of its bytes in a message. */

import canonicalize from "canonicalize";

/**
 * @param value JSON only; members that are undefined are omitted, as in JSON
 * @throws Error if there is no such text: infinite numbers, NaN, lone surrogates, cycles
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("the value cannot be written as JSON");
  return text;
}
