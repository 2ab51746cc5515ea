/** The SHA-256 of bytes, or of the UTF-8 bytes of a text, in hexadecimal. */

import { createHash } from "node:crypto";

export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
