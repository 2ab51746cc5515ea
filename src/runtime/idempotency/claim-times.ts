/** The options say how long claims and answers are kept. */
import type { Claim, ClaimRequest } from "./claim.js";
import type { StoredAnswer } from "./stored-answer.js";

export interface ClaimTimes {
  /** An answer is kept so long from its completion. At least 24 hours (§8), by default 48. */
  readonly ttlMs?: number | undefined;
  /** A claim whose holder is silent for so long may be taken over. By default 30 seconds. */
  readonly leaseMs?: number | undefined;
  /** Milliseconds since 1970. All processes on one storage need the same clock. */
  readonly now?: (() => number) | undefined;
}

export const LEAST_TTL_MS: number = 24 * 60 * 60 * 1000;
export const DEFAULT_TTL_MS: number = 2 * LEAST_TTL_MS;
export const DEFAULT_LEASE_MS: number = 30_000;

/** @throws {RangeError} for a time to live below 24 hours, or a lease below 1 ms */
export function claimTimes({ ttlMs, leaseMs, now }: ClaimTimes): {
  readonly [Name in keyof ClaimTimes]-?: NonNullable<ClaimTimes[Name]>;
} {
  return {
    ttlMs: atLeast("ttlMs", LEAST_TTL_MS, ttlMs ?? DEFAULT_TTL_MS),
    leaseMs: atLeast("leaseMs", 1, leaseMs ?? DEFAULT_LEASE_MS),
    now: now ?? Date.now,
  };
}

/** @throws {RangeError} unless it is a safe integer of at least `least` */
export function atLeast(name: string, least: number, value: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${name}: expected an integer of at least ${least}, found ${value}`);
}

/** A storage has at most one entry for each scope. */
export interface Entry {
  readonly fingerprint: string;
  readonly leaseEndsAt: number;
  /**
   * Without an answer: one time to live after the lease. Until then a holder that is late may still
   * complete, and the key is not free for other parameters.
   */
  readonly expiresAt: number;
  readonly answer: StoredAnswer | undefined;
}

/** What a request for a scope is told; undefined if it may have the claim. */
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

/** Strings in JSON: it says where each ends. What differs most comes first, since an engine compares them. */
export function scopeOf({ client, operation, key }: ClaimRequest): string {
  return JSON.stringify([key, operation, client]);
}
