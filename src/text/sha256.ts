/** In: bytes, or text that stands for its UTF-8 bytes. Out: their SHA-256, in hexadecimal. */

import { createHash } from "node:crypto";

export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
