/** Computes SHA-256 on every platform, and compares digests. */

type NodeHash = (algorithm: "sha256", data: Uint8Array, encoding: "hex" | "base64") => string;

declare const process:
  | {
      readonly getBuiltinModule?: (
        id: "node:crypto",
      ) => { readonly hash?: NodeHash | undefined } | undefined;
    }
  | undefined;

/**
 * Node's synchronous digest; undefined elsewhere. `crypto.subtle` hands each digest to another thread, which takes
 * longer than everything else in a small request.
 */
const hash: NodeHash | undefined =
  typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:crypto")?.hash;

/** Hashing more at once would block other calls. */
const FEW_BYTES = 65_536;

/** Undefined if only an asynchronous digest is possible. */
function hashAtOnce(bytes: Uint8Array, encoding: "hex" | "base64"): string | undefined {
  return bytes.length <= FEW_BYTES ? hash?.("sha256", bytes, encoding) : undefined;
}

// Every platform has this, but the ECMAScript declarations do not.
declare const crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};

/** Returns the SHA-256 of bytes: 32 bytes. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Returns the SHA-256 of bytes in padded base64 (RFC 4648 §4). */
export async function sha256Base64(bytes: Uint8Array): Promise<string> {
  return hashAtOnce(bytes, "base64") ?? btoa(String.fromCharCode(...(await sha256(bytes))));
}

/** Returns the SHA-256 of bytes as 64 hexadecimal digits, synchronously if the platform can. */
export function sha256Hex(bytes: Uint8Array): string | Promise<string> {
  return hashAtOnce(bytes, "hex") ?? sha256(bytes).then(hexOf);
}

function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Compares secrets by their digests. Both are SHA-256 in hexadecimal. Takes constant time: digests have equal lengths,
 * and every character is compared.
 */
export function sameDigest(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
