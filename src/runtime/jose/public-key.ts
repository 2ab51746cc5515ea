/**
 * The public keys that verify mandates and authorizations. A key's curve determines its only algorithm; tokens cannot
 * choose another (§5.4).
 */

import { importJWK, type JWK } from "jose";
import { isObject, own } from "../json/members.js";
import { decodeBase64Url } from "../signature/base64.js";
import { findKey } from "../signature/find-key.js";
import { permits } from "../signature/signing-key.js";

export interface PublicKey {
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  readonly algorithm: string;
}

/** Asymmetric only: a public key could otherwise be used as an HMAC secret (RFC 8725 §2.1). */
const CURVES: ReadonlyMap<unknown, { readonly algorithm: string; readonly bytes: number }> =
  /* @__PURE__ */ new Map([
    ["P-256", { algorithm: "ES256", bytes: 32 }],
    ["P-384", { algorithm: "ES384", bytes: 48 }],
    ["P-521", { algorithm: "ES512", bytes: 66 }],
  ]);

/** Finds a usable key by its id in `signing_keys` of a profile, unchecked. Undefined if there is none. */
export async function publicKeyWith(
  keyId: string,
  signingKeys: unknown,
): Promise<PublicKey | undefined> {
  try {
    return await publicKeyOf(findKey(signingKeys, keyId));
  } catch {
    // Several keys have the id, or the point is not on its curve: neither is usable.
    return undefined;
  }
}

/**
 * Undefined if it is not a public key for signatures.
 * @throws whatever the platform throws if the point is not on its curve
 */
export async function publicKeyOf(jwk: unknown): Promise<PublicKey | undefined> {
  if (!isObject(jwk) || own(jwk, "kty") !== "EC" || own(jwk, "d") !== undefined) return undefined;
  const crv = own(jwk, "crv");
  const curve = CURVES.get(crv);
  const alg = own(jwk, "alg");
  if (curve === undefined || !permits(jwk, "verify")) return undefined;
  if (alg !== undefined && alg !== curve.algorithm) return undefined;
  const [x, y] = [own(jwk, "x"), own(jwk, "y")];
  if (!isCoordinate(x, curve.bytes) || !isCoordinate(y, curve.bytes)) return undefined;
  // Copies only the coordinates, without other members.
  const point: JWK = { kty: "EC", crv: crv as string, x, y };
  return { key: await importJWK(point, curve.algorithm), algorithm: curve.algorithm };
}

function isCoordinate(value: unknown, bytes: number): value is string {
  return typeof value === "string" && decodeBase64Url(value)?.length === bytes;
}
