/** Returns the SHA-256 of bytes (32 bytes), on every platform. */

import { hashAtOnce } from "./node-hash.js";

// Every platform has this, but the ECMAScript declarations do not.
declare const crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};

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
