/** Lifetimes of tokens (§2.10). A tokenizer has one policy, which it publishes (§4.6). Times are in milliseconds. */

/** As in the handler's configuration, `token_policy`. */
export type TokenPolicyName = "single_use" | "ttl" | "session";

/**
 * Returns the time at which a checkout's session ends or ended, in milliseconds since 1970, or undefined if it does
 * not exist. Called when a token is created and again before its credential is returned: completing or canceling a
 * checkout ends its tokens.
 */
export type SessionEnd = (
  checkoutId: string,
) => number | null | undefined | Promise<number | null | undefined>;

export interface TokenPolicy {
  readonly kind: TokenPolicyName;
  /** Maximum lifetime of a token. */
  readonly maxMs: number;
  readonly endOf?: SessionEnd | undefined;
}

export interface TokenLifetime {
  /** At most a day. Default: 15 minutes. */
  readonly ttlMs?: number | undefined;
}

export interface SessionOptions {
  /** At most a day. Default: 6 hours, as for a checkout without an end of its own (§8). */
  readonly maxMs?: number | undefined;
  readonly endOf?: SessionEnd | undefined;
}

const MINUTE_MS = 60_000;
const DEFAULT_TTL_MS = 15 * MINUTE_MS;
const DEFAULT_SESSION_MS = 360 * MINUTE_MS;
const MAX_MS = 1_440 * MINUTE_MS;

/**
 * A token can be used once, within its lifetime (§2.10).
 * @throws TypeError if the lifetime is out of range
 * @example
 * ```ts
 * import { singleUse } from "@proto-gen/runtime/tokenization";
 *
 * singleUse().maxMs; // 900_000
 * singleUse({ ttlMs: 5 * 60_000 }).maxMs; // 300_000
 * ```
 */
export function singleUse({ ttlMs = DEFAULT_TTL_MS }: TokenLifetime = {}): TokenPolicy {
  return policy("single_use", ttlMs);
}

/**
 * A token can be used repeatedly until it expires (§2.10).
 * @throws TypeError if the lifetime is out of range
 * @example
 * ```ts
 * import { ttl } from "@proto-gen/runtime/tokenization";
 *
 * ttl({ ttlMs: 30 * 60_000 }).kind; // "ttl"
 * ttl({ ttlMs: 48 * 3_600_000 }); // throws TypeError
 * ```
 */
export function ttl({ ttlMs = DEFAULT_TTL_MS }: TokenLifetime = {}): TokenPolicy {
  return policy("ttl", ttlMs);
}

/**
 * A token is valid until the checkout's session ends (§2.10), or `maxMs` have passed.
 * @throws TypeError if the lifetime is out of range
 * @example
 * ```ts
 * import { session } from "@proto-gen/runtime/tokenization";
 *
 * const ends = new Map([["checkout_1", Date.now() + 3_600_000]]);
 * const policy = session({ endOf: (checkoutId) => ends.get(checkoutId) });
 * policy.maxMs; // 21_600_000
 * ```
 */
export function session({ maxMs = DEFAULT_SESSION_MS, endOf }: SessionOptions = {}): TokenPolicy {
  return policy("session", maxMs, endOf);
}

function policy(kind: TokenPolicyName, maxMs: number, endOf?: SessionEnd): TokenPolicy {
  if (!Number.isSafeInteger(maxMs) || maxMs < 1 || maxMs > MAX_MS)
    throw new TypeError(`${kind}: expected 1 to ${MAX_MS} ms, found ${maxMs}`);
  return Object.freeze({ kind, maxMs, endOf });
}
