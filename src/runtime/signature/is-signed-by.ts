/** Verifies an ECDSA signature (FIPS 186-5), given as r and s concatenated, on the key's own curve. */

import { ProtocolError } from "../error/index.js";
import { algorithmOf, isCurve } from "./algorithm.js";
import { subtle, type WebKey } from "./web-crypto.js";

/** @throws ProtocolError `algorithm_unsupported` if the key is not an ECDSA key on P-256 or P-384 */
export async function isSignedBy(
  key: WebKey,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  const { name, namedCurve } = key.algorithm;
  if (name !== "ECDSA" || !isCurve(namedCurve)) throw new ProtocolError("algorithm_unsupported");
  const { hash, bytes: width } = algorithmOf(namedCurve);
  if (signature.length !== 2 * width) return false;
  return subtle().verify({ name: "ECDSA", hash }, key, signature, bytes);
}
