/** Digests of a mandate's disclosures (RFC 9901 §4.1.1), in base64url. */

import { encodeBase64Url } from "../../signature/base64.js";

export type Hash = "SHA-256" | "SHA-384" | "SHA-512";

// Every platform has this, but the ECMAScript declarations do not.
declare const crypto: {
  readonly subtle: { digest(algorithm: Hash, data: Uint8Array): Promise<ArrayBuffer> };
};

/** By IANA name, without weak and truncated hashes. */
const HASHES: ReadonlyMap<unknown, Hash> = /* @__PURE__ */ new Map([
  ["sha-256", "SHA-256"],
  ["sha-384", "SHA-384"],
  ["sha-512", "SHA-512"],
]);

/**
 * @param name `_sd_alg`. Default: SHA-256.
 * @returns undefined if the hash is unknown
 */
export function hashNamed(name: unknown): Hash | undefined {
  return name === undefined ? "SHA-256" : HASHES.get(name);
}

export async function digestOf(hash: Hash, bytes: Uint8Array): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest(hash, bytes)));
}
