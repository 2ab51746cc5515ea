/** Tokens (§5.6): random, and of use to nobody who has only what the vault keeps of them. */

import { sha256Hex } from "../digest/sha256-hex.js";
import { encodeUtf8 } from "../rest/encode-utf8.js";
import { encodeBase64Url } from "../signature/base64.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** So that whoever searches logs and repositories for secrets can tell what one is. */
const PREFIX = "tok_";
/** 256 bits: §8 asks for 128. */
const RANDOM_BYTES = 32;

export function createToken(): string {
  return PREFIX + encodeBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

/** SHA-256 in hexadecimal. Tokens cannot be guessed, so their digests need neither salt nor time. */
export function tokenDigest(token: string): Promise<string> {
  return sha256Hex(encodeUtf8(token));
}
