/** Exponential backoff with full jitter. */

import type { Task } from "./task.js";

export interface RetrySchedule {
  /** Maximum delay after the first failure, in milliseconds. It doubles with each further failure. Default: 5,000. */
  readonly baseMs?: number | undefined;
  /** Upper limit of the delay, in milliseconds. Default: 3,600,000. */
  readonly capMs?: number | undefined;
  /** A task that fails this long after its first attempt is dead, in milliseconds. Default: 259,200,000 (3 days). */
  readonly giveUpAfterMs?: number | undefined;
}

/** With a number for each. */
export type FullSchedule = { readonly [Name in keyof RetrySchedule]-?: number };

export function fullSchedule({
  baseMs = 5_000,
  capMs = 3_600_000,
  giveUpAfterMs = 259_200_000,
}: RetrySchedule = {}): FullSchedule {
  return { baseMs, capMs, giveUpAfterMs };
}

export interface Retry {
  readonly now: number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Delay that the other side asked for, limited by `capMs`. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds since 1970. Undefined if the task is given up. */
export function nextAttemptAt(
  { attempts, firstAttemptAt }: Task<object>,
  { now, random, retryAfterMs = 0 }: Retry,
  { baseMs, capMs, giveUpAfterMs }: FullSchedule,
): number | undefined {
  const end = (firstAttemptAt ?? now) + giveUpAfterMs;
  if (now >= end) return undefined;
  const longest = Math.min(capMs, baseMs * 2 ** (attempts - 1));
  const wait = Math.max(random() * longest, Math.min(retryAfterMs, capMs), 1);
  // The last attempt is exactly at the end.
  return Math.min(now + Math.ceil(wait), end);
}
