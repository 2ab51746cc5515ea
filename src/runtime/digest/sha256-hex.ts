/** Returns the SHA-256 of bytes as 64 hexadecimal digits, synchronously if the platform can. */

import { hashAtOnce } from "./node-hash.js";
import { sha256 } from "./sha256.js";

export function sha256Hex(bytes: Uint8Array): string | Promise<string> {
  return hashAtOnce(bytes, "hex") ?? sha256(bytes).then(hexOf);
}

function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
