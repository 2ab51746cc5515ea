/** Computes SHA-256 and HMAC-SHA-256 (RFC 2104) on every platform, and compares digests. */

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

/** Block size of SHA-256. */
const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

export async function hmacSha256Hex(key: Uint8Array, message: Uint8Array): Promise<string> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? bytesOf(await sha256Hex(key)) : key);
  const inner = await sha256Hex(joined(masked(block, INNER), message));
  return sha256Hex(joined(masked(block, OUTER), bytesOf(inner)));
}

function masked(block: Uint8Array, mask: number): Uint8Array {
  return block.map((byte) => byte ^ mask);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
