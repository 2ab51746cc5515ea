/** In: bytes. Out: their SHA-256 in 64 hexadecimal digits. */

import { hashAtOnce } from "./node-hash.js";
import { sha256 } from "./sha256.js";

export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const known = hashAtOnce(bytes, "hex");
  if (known !== undefined) return known;
  const digest = await sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
