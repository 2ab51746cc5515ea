/** The request of a call to run an effect once, the possible results, and how long they are kept. */

import { atLeast } from "../bounds/at-least.js";

/** Scope (client, operation, key) and parameters of one call. */
export interface ClaimRequest {
  /** The authenticated principal or the profile URL. Keys of different clients never collide. */
  readonly client: string;
  /**
   * True if this client is unauthenticated on a server that authenticates others: all such clients share one quota.
   */
  readonly isAnonymous?: boolean | undefined;
  readonly operation: string;
  readonly key: string;
  /** Result of `fingerprintOf` for the parameters. */
  readonly fingerprint: string;
}

/** The right to run the effect, until the lease ends and another call takes over. */
export interface HeldClaim {
  readonly kind: "claimed";
  readonly request: ClaimRequest;
  /** Key of its record in the storage. */
  readonly recordKey: string;
  /** Fencing token: later claims have larger tokens, and no token is used twice. */
  readonly token: number;
  /** Remaining lease in milliseconds, unless it is renewed. */
  readonly leaseMs: number;
}

export type Claim =
  | HeldClaim
  | { readonly kind: "completed"; readonly answer: StoredAnswer }
  /** The key was used with different parameters. */
  | { readonly kind: "mismatch" }
  /** Another call holds the claim. `leaseMs` is what remains of its lease. */
  | { readonly kind: "pending"; readonly leaseMs: number };

/** The response that every duplicate gets, byte for byte. It is signed each time that it is sent. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The body before it was encoded as UTF-8, if known: it need not be decoded to be stored. */
  readonly text?: string | undefined;
}

/** The options that set how long a claim is held and how long its answer is stored. */
export interface ClaimTimes {
  /** Lifetime of an answer from its completion, in milliseconds. At least 24 hours (§8). Default: 48 hours. */
  readonly ttlMs?: number | undefined;
  /** Time after which another call may take over a claim from a silent holder, in milliseconds. Default: 30,000. */
  readonly leaseMs?: number | undefined;
  /** Milliseconds since 1970. All processes on one storage must have the same clock. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

const LEAST_TTL_MS: number = 24 * 60 * 60 * 1000;
export const DEFAULT_TTL_MS: number = 2 * LEAST_TTL_MS;
const DEFAULT_LEASE_MS: number = 30_000;

/** @throws {RangeError} if `ttlMs` is below 24 hours or `leaseMs` below 1 */
export function claimTimes({ ttlMs, leaseMs, now }: ClaimTimes): {
  readonly [Name in keyof ClaimTimes]-?: NonNullable<ClaimTimes[Name]>;
} {
  return {
    ttlMs: atLeast("ttlMs", LEAST_TTL_MS, ttlMs ?? DEFAULT_TTL_MS),
    leaseMs: atLeast("leaseMs", 1, leaseMs ?? DEFAULT_LEASE_MS),
    now: now ?? Date.now,
  };
}

/** The stored state of a scope. A storage has at most one entry per scope. */
export interface Entry {
  readonly fingerprint: string;
  readonly leaseEndsAt: number;
  /**
   * Without an answer: one `ttlMs` after the end of the lease. Until then a late holder may still complete, and the
   * key cannot be used with other parameters.
   */
  readonly expiresAt: number;
  readonly answer: StoredAnswer | undefined;
}

/** The claim that a request gets for an existing entry. Undefined if it may claim the scope itself. */
export function claimOn(
  entry: Entry | undefined,
  { fingerprint }: ClaimRequest,
  now: number,
): Claim | undefined {
  if (entry === undefined || entry.expiresAt <= now) return undefined;
  if (entry.fingerprint !== fingerprint) return { kind: "mismatch" };
  const { answer } = entry;
  if (answer !== undefined) return { kind: "completed", answer };
  const leaseMs = entry.leaseEndsAt - now;
  return leaseMs > 0 ? { kind: "pending", leaseMs } : undefined;
}

/** JSON separates the strings unambiguously. The most distinctive comes first, since engines compare them. */
export function scopeOf({ client, operation, key }: ClaimRequest): string {
  return JSON.stringify([key, operation, client]);
}
