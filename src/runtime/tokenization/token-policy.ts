/** How long tokens live (§2.10): one for a tokenizer, which publishes it (§4.6). Times in milliseconds. */

/** As the handler's configuration names it: `token_policy`. */
export type TokenPolicyName = "single_use" | "ttl" | "session";

/**
 * When a checkout's session ends or has ended, in milliseconds since 1970; undefined for one that there
 * is not. Asked when a token is made, and again before its credential is given out: a checkout that was
 * completed or canceled in the meantime ends its tokens.
 */
export type SessionEnd = (
  checkoutId: string,
) => number | null | undefined | Promise<number | null | undefined>;

export interface TokenPolicy {
  readonly kind: TokenPolicyName;
  /** No token lives longer. */
  readonly maxMs: number;
  readonly endOf?: SessionEnd | undefined;
}

export interface TokenLifetime {
  /** 15 minutes unless told; a day at most. */
  readonly ttlMs?: number | undefined;
}

export interface SessionOptions {
  /** 6 hours unless told, as long as a checkout that names no end (§8); a day at most. */
  readonly maxMs?: number | undefined;
  readonly endOf?: SessionEnd | undefined;
}

const MINUTE_MS = 60_000;
const DEFAULT_TTL_MS = 15 * MINUTE_MS;
const DEFAULT_SESSION_MS = 360 * MINUTE_MS;
const MAX_MS = 1_440 * MINUTE_MS;

/** Gone with its first use. @throws TypeError */
export function singleUse({ ttlMs = DEFAULT_TTL_MS }: TokenLifetime = {}): TokenPolicy {
  return policy("single_use", ttlMs);
}

/** Good for as many uses as come in time. @throws TypeError */
export function ttl({ ttlMs = DEFAULT_TTL_MS }: TokenLifetime = {}): TokenPolicy {
  return policy("ttl", ttlMs);
}

/** Good until the checkout's session ends. @throws TypeError */
export function session({ maxMs = DEFAULT_SESSION_MS, endOf }: SessionOptions = {}): TokenPolicy {
  return policy("session", maxMs, endOf);
}

function policy(kind: TokenPolicyName, maxMs: number, endOf?: SessionEnd): TokenPolicy {
  if (!Number.isSafeInteger(maxMs) || maxMs < 1 || maxMs > MAX_MS)
    throw new TypeError(`${kind}: expected 1 to ${MAX_MS} ms, found ${maxMs}`);
  return Object.freeze({ kind, maxMs, endOf });
}
