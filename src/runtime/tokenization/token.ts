/** Tokens (§5.6): random, and stored only as digests. */

import { randomKey } from "../random/random-key.js";
import { encodeUtf8 } from "../text/utf8.js";
import { sha256Hex } from "../digest/sha256.js";
import { redactHookErrors } from "../error/redact-hook-errors.js";
import type { TokenPolicy } from "./token-policy.js";

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

/**
 * Determines the end of a new token (§2.10), in milliseconds since 1970. Undefined if the checkout's session has
 * ended or does not exist.
 */
export async function endOf(
  { maxMs, endOf: ask }: TokenPolicy,
  checkoutId: string,
  now: number,
): Promise<number | undefined> {
  const latest = now + maxMs;
  if (ask === undefined) return latest;
  const end = await redactHookErrors("endOf", () => ask(checkoutId));
  // NaN is not an end either.
  return typeof end === "number" && end > now ? Math.min(Math.floor(end), latest) : undefined;
}
