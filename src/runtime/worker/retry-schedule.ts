/** Exponential backoff with full jitter. */

import type { Task } from "./task.js";

export interface RetrySchedule {
  /** The longest wait after the first failure, in milliseconds; it doubles with each further failure. Default: 5,000. */
  readonly baseMs?: number | undefined;
  /** No wait is longer. Default: 3,600,000. */
  readonly capMs?: number | undefined;
  /** A task is dead if it fails later than this after its first attempt. Default: 259,200,000 (3 days). */
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
  /** From 0 up to 1. */
  readonly random: () => number;
  /** What the other side asked for. The cap applies to it. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds since 1970; undefined if the task is to be given up. */
export function nextAttemptAt(
  { attempts, firstAttemptAt }: Task<object>,
  { now, random, retryAfterMs = 0 }: Retry,
  { baseMs, capMs, giveUpAfterMs }: FullSchedule,
): number | undefined {
  const end = (firstAttemptAt ?? now) + giveUpAfterMs;
  if (now >= end) return undefined;
  const longest = Math.min(capMs, baseMs * 2 ** (attempts - 1));
  const wait = Math.max(random() * longest, Math.min(retryAfterMs, capMs), 1);
  // The last attempt is at the end, and not before it.
  return Math.min(now + Math.ceil(wait), end);
}
