/** Tokens (§5.6): random, and of use to nobody who has only what the vault keeps of them. */

import { sha256Hex } from "../digest/sha256-hex.js";
import { randomKey } from "../random/random-key.js";
import { encodeUtf8 } from "../rest/encode-utf8.js";

/** So that whoever searches logs and repositories for secrets can tell what one is. */
const PREFIX = "tok_";
/** 256 bits: §8 asks for 128. */
const RANDOM_BYTES = 32;

export function createToken(): string {
  return PREFIX + randomKey(RANDOM_BYTES);
}

/** SHA-256 in hexadecimal. Tokens cannot be guessed, so their digests need neither salt nor time. */
export async function tokenDigest(token: string): Promise<string> {
  return sha256Hex(encodeUtf8(token));
}
