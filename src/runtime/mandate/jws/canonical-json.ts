/** The one text of a JSON value (RFC 8785), whose bytes can be signed. */

import canonicalize from "canonicalize";
import { encodeUtf8 } from "../../rest/encode-utf8.js";

/**
 * @param value of JSON alone; members that are undefined are left out, as JSON leaves them out
 * @throws Error for what has no such text: numbers that are not finite, lone surrogates, cycles
 */
export function canonicalJson(value: unknown): Uint8Array {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("there is no JSON for this value");
  return encodeUtf8(text);
}
