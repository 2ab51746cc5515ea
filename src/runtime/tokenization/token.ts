/** Tokens (§5.6): random, and stored only as digests. */

import { sha256Hex } from "../digest/sha256-hex.js";
import { randomKey } from "../random/random-key.js";
import { encodeUtf8 } from "../rest/encode-utf8.js";

/** Lets secret scanners recognize tokens in logs and repositories. */
const PREFIX = "tok_";
/** 256 bits: §8 requires 128. */
const RANDOM_BYTES = 32;

export function createToken(): string {
  return PREFIX + randomKey(RANDOM_BYTES);
}

/** SHA-256 in hexadecimal. Tokens cannot be guessed, so no salt or slow hash is needed. */
export async function tokenDigest(token: string): Promise<string> {
  return sha256Hex(encodeUtf8(token));
}
