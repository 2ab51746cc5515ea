/** HMAC-SHA-256 (RFC 2104) as 64 hexadecimal digits. */

import { sha256Hex } from "./sha256.js";

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
