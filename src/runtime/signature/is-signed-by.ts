/** ECDSA (FIPS 186-5) by the key's own curve. In: a key, r and s side by side, what was signed. */

import { ProtocolError } from "../error/index.js";
import { algorithmOf, isCurve } from "./algorithm.js";
import { subtle, type WebKey } from "./web-crypto.js";

/** @throws ProtocolError algorithm_unsupported for a key of another kind */
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
