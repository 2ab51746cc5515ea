/**
 * Keys that mandates and authorizations are verified with. In: a JWK that its owner published. Out: the key, and the
 * one algorithm that goes with it (§5.4: the curve says it, and no token does).
 */

import { importJWK, type JWK } from "jose";
import { isObject, own } from "../../json/members.js";
import { decodeBase64Url } from "../../signature/base64.js";
import { findKey } from "../../signature/find-key.js";
import { permits } from "../../signature/key-use.js";

export interface PublicKey {
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  readonly algorithm: string;
}

/** Asymmetric ones alone: a public key would pass for the secret of another (RFC 8725 §2.1). */
const CURVES: ReadonlyMap<unknown, { readonly algorithm: string; readonly bytes: number }> =
  /* @__PURE__ */ new Map([
    ["P-256", { algorithm: "ES256", bytes: 32 }],
    ["P-384", { algorithm: "ES384", bytes: 48 }],
    ["P-521", { algorithm: "ES512", bytes: 66 }],
  ]);

/** In: `signing_keys` of a profile, whatever it is. Out: undefined where no key with this id can be used. */
export async function publicKeyWith(
  keyId: string,
  signingKeys: unknown,
): Promise<PublicKey | undefined> {
  try {
    return await publicKeyOf(findKey(signingKeys, keyId));
  } catch {
    // Several have the id, or it is no point of its curve: neither can be used.
    return undefined;
  }
}

/**
 * Undefined for what is no public key for signatures.
 *
 * @throws what the platform throws for a point that is not on its curve
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
  // A key of its own, with nothing that a document may have beside the numbers.
  const point: JWK = { kty: "EC", crv: crv as string, x, y };
  return { key: await importJWK(point, curve.algorithm), algorithm: curve.algorithm };
}

function isCoordinate(value: unknown, bytes: number): value is string {
  return typeof value === "string" && decodeBase64Url(value)?.length === bytes;
}
