/**
 * The SHA-256 of bytes, or of the UTF-8 bytes of a text, in hexadecimal. Git may turn the line ends of a clone into CRLF:
 * files that it keeps are compared by their text. The runtime has its own, which may answer later (ADR 63).
 */

import { hash } from "node:crypto";

export function sha256(content: Uint8Array | string): string {
  return hash("sha256", content, "hex");
}

/** The SHA-256 of a text in base64, as a Content-Security-Policy names the styles and scripts that it allows. */
export function sha256Base64(text: string): string {
  return hash("sha256", text, "base64");
}

/** The SHA-256 of a text with LF for CRLF. */
export function textSha256(bytes: Uint8Array): string {
  return sha256(withLineFeeds(bytes));
}

/** True also where a clone has CRLF, and the hash is that of the text with LF. */
export function hasSha256(bytes: Uint8Array, expected: string): boolean {
  return sha256(bytes) === expected || textSha256(bytes) === expected;
}

const CARRIAGE_RETURN = 0x0d;

/** The bytes with LF for CRLF. A carriage return alone stays. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CARRIAGE_RETURN)) return bytes;
  const text = Buffer.from(bytes).toString("latin1");
  return Buffer.from(text.replaceAll("\r\n", "\n"), "latin1");
}
