/** ES256 and ES384 (§5.4). The curve of a key determines everything about its signatures. */

/** Every implementation MUST be able to verify ES256; ES384 is optional. Signers SHOULD use P-256. */
export type Curve = "P-256" | "P-384";

export interface Algorithm {
  /** JOSE name, for a JWK's `alg` (RFC 7518 §3.4). */
  readonly jose: "ES256" | "ES384";
  readonly hash: "SHA-256" | "SHA-384";
  /** Length of a coordinate, and of each half of a signature. */
  readonly bytes: number;
}

const ALGORITHMS: Readonly<Record<Curve, Algorithm>> = {
  "P-256": { jose: "ES256", hash: "SHA-256", bytes: 32 },
  "P-384": { jose: "ES384", hash: "SHA-384", bytes: 48 },
};

export function isCurve(value: unknown): value is Curve {
  return value === "P-256" || value === "P-384";
}

export function algorithmOf(curve: Curve): Algorithm {
  return ALGORITHMS[curve];
}
