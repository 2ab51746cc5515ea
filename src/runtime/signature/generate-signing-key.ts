/**
 * Generates a key pair (§2.1.4): a private key to keep, and a public one to publish, named by its thumbprint (RFC
 * 7638).
 */

import {
  type PrivateJwk,
  type PublicJwk,
  algorithmOf,
  type Curve,
  type Point,
} from "./signing-key.js";
import { subtle } from "./web-crypto.js";
import { sha256 } from "../digest/sha256.js";
import { encodeUtf8, encodeBase64Url } from "../text/encoding.js";

export interface GenerateOptions {
  /** Default: P-256, since not every verifier supports P-384 (§5.4). */
  readonly curve?: Curve | undefined;
  /** Default: the key's thumbprint (RFC 7638). */
  readonly kid?: string | undefined;
}

export interface SigningKeyPair {
  readonly privateKey: PrivateJwk;
  readonly publicKey: PublicJwk;
}

/**
 * Generates a key pair (§2.1.4). Keep the private key secret, and publish the public key in the profile's
 * `signing_keys`.
 * @example
 * ```ts
 * import { generateSigningKey } from "@proto-gen/runtime/signature";
 *
 * const { privateKey, publicKey } = await generateSigningKey({ kid: "shop_2026" });
 * const profile = { proto: { version: "2026-11-27" }, signing_keys: [publicKey] };
 * publicKey.alg; // "ES256"
 * ```
 */
export async function generateSigningKey(options: GenerateOptions = {}): Promise<SigningKeyPair> {
  const { curve = "P-256" } = options;
  const algorithm = { name: "ECDSA", namedCurve: curve } as const;
  const pair = await subtle().generateKey(algorithm, true, ["sign", "verify"]);
  const { x, y, d } = (await subtle().exportKey("jwk", pair.privateKey)) as unknown as PrivateJwk;
  const point = { kty: "EC", crv: curve, x, y } as const;
  const kid = options.kid ?? (await thumbprintOf(point));
  const publicKey: PublicJwk = { kid, ...point, use: "sig", alg: algorithmOf(curve).jose };
  return { privateKey: { ...publicKey, d }, publicKey };
}

/** The thumbprint of a key (RFC 7638): SHA-256 of the required members in alphabetical order (§3.2), in base64url. */
export async function thumbprintOf({ crv, kty, x, y }: Point): Promise<string> {
  return encodeBase64Url(await sha256(encodeUtf8(JSON.stringify({ crv, kty, x, y }))));
}
