/** Which entries of `signing_keys` (§2.1.4) are public keys at all, of whatever algorithm. */

import { isObject, own } from "../json/members.js";

/** The characters in base64url of a coordinate of each curve whose signatures are verified (RFC 7518 §6.2.1.2). */
const COORDINATES: Readonly<Record<string, RegExp>> = {
  "P-256": /^[\w-]{43}$/,
  "P-384": /^[\w-]{64}$/,
};

/** False for what can be no key, or lacks its id or a coordinate. A key of another type can be read, but not used. */
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
