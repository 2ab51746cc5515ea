/** Distinguishes public keys of any algorithm from invalid entries in `signing_keys` (§2.1.4). */

import { isObject, own } from "../json/members.js";

/** Base64url coordinates of the supported curves (RFC 7518 §6.2.1.2). */
const COORDINATES: Readonly<Record<string, RegExp>> = {
  "P-256": /^[\w-]{43}$/,
  "P-384": /^[\w-]{64}$/,
};

/**
 * False for entries that are not keys, or lack an id or a coordinate. A key of an unsupported type is readable, but
 * cannot be used.
 */
export function isReadableKey(jwk: unknown): boolean {
  if (!isObject(jwk)) return false;
  const [kid, kty, crv] = ["kid", "kty", "crv"].map((name) => own(jwk, name));
  if (typeof kid !== "string" || typeof kty !== "string") return false;
  const coordinate = kty === "EC" ? own(COORDINATES, String(crv)) : undefined;
  return (
    coordinate === undefined ||
    ["x", "y"].every((name) => {
      const text = own(jwk, name);
      return typeof text === "string" && (coordinate as RegExp).test(text);
    })
  );
}
