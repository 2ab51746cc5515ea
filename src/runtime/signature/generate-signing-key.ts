/** Generates a key pair: a private key to keep, and a public one to publish (§2.1.4). */

import { algorithmOf, type Curve } from "./algorithm.js";
import type { PrivateJwk, PublicJwk } from "./signing-key.js";
import { thumbprintOf } from "./thumbprint.js";
import { subtle } from "./web-crypto.js";

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
