/** Returns the SHA-256 of bytes in padded base64 (RFC 4648 §4). */

import { hashAtOnce } from "./node-hash.js";
import { sha256 } from "./sha256.js";

declare function btoa(binary: string): string;

export async function sha256Base64(bytes: Uint8Array): Promise<string> {
  return hashAtOnce(bytes, "base64") ?? btoa(String.fromCharCode(...(await sha256(bytes))));
}
