/** The interface of signing keys: in this process, or in a vault that never reveals them. */

import type { Members } from "../json/members.js";
import { decodeBase64Url } from "../text/encoding.js";
import {
  pointOf,
  requireCoordinates,
  type PrivateJwk,
  permits,
  algorithmOf,
  type Curve,
} from "./signing-key.js";
import { subtle, type WebKey } from "./web-crypto.js";

export interface Signer {
  /** The `kid` of the matching public key in the signer's profile. */
  readonly keyId: string;
  readonly curve: Curve;
  /** Signs `bytes` with ECDSA and the curve's hash. Returns r and s concatenated, 64 or 96 bytes, not DER (§5.4). */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/**
 * Creates a signer (§5.4) from a private key in this process.
 * @throws TypeError if the key cannot sign; ProtocolError `algorithm_unsupported` or `key_not_found` if its public
 * part is not usable
 * @example
 * ```ts
 * import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
 *
 * const { privateKey } = await generateSigningKey({ kid: "shop_2026", curve: "P-384" });
 * const signer = await createSigner(privateKey);
 * signer.keyId; // "shop_2026"
 * (await signer.sign(Uint8Array.of(1))).length; // 96
 * ```
 */
export async function createSigner(jwk: PrivateJwk): Promise<Signer> {
  const { kid, d } = jwk;
  if (typeof kid !== "string" || kid === "") throw new TypeError("the signing key needs a kid");
  const members = jwk as unknown as Members;
  const point = requireCoordinates(pointOf(members));
  if (!permits(members, "sign"))
    throw new TypeError("the signing key must not sign: its use or key_ops forbids it");
  const { hash, bytes: width } = algorithmOf(point.crv);
  if (typeof d !== "string" || decodeBase64Url(d)?.length !== width)
    throw new TypeError(`the signing key's d must be ${width} bytes in base64url`);
  const ecdsa = { name: "ECDSA", namedCurve: point.crv } as const;
  const key = await imported({ ...point, d }, ecdsa, "sign");
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await subtle().sign({ name: "ECDSA", hash }, key, bytes));
  // Platforms import a `d` that does not match `x` and `y`, and nobody could verify its signatures.
  const probe = new Uint8Array(1);
  const published = await imported(point, ecdsa, "verify");
  if (!(await subtle().verify({ name: "ECDSA", hash }, published, await sign(probe), probe)))
    throw new TypeError("the signing key's d does not match its x and y");
  return { keyId: kid, curve: point.crv, sign };
}

async function imported(
  jwk: object,
  algorithm: { readonly name: "ECDSA"; readonly namedCurve: Curve },
  usage: "sign" | "verify",
): Promise<WebKey> {
  try {
    return await subtle().importKey("jwk", jwk, algorithm, false, [usage]);
  } catch (cause) {
    throw new TypeError("the signing key is not on its curve", { cause });
  }
}
