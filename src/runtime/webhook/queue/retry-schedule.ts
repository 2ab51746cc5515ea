/** When what failed is tried again: exponential backoff with full jitter. In: a task. Out: when, or never. */

import type { Task } from "./task.js";

export interface RetrySchedule {
  /** The longest wait after the first failure; it doubles with each further one. 5,000 unless told. */
  readonly baseMs?: number;
  /** No wait is longer; 3,600,000 unless told. */
  readonly capMs?: number;
  /** From the first attempt to the last; 259,200,000 (3 days) unless told. */
  readonly giveUpAfterMs?: number;
}

export const DEFAULT_SCHEDULE: Required<RetrySchedule> = {
  baseMs: 5_000,
  capMs: 3_600_000,
  giveUpAfterMs: 259_200_000,
};

export interface Retry {
  readonly now: number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** What the other side asked for; heeded up to the cap. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds since 1970; undefined where it is to be given up. */
export function nextAttemptAt(
  { attempts, firstAttemptAt }: Task<object>,
  { now, random, retryAfterMs = 0 }: Retry,
  { baseMs, capMs, giveUpAfterMs }: Required<RetrySchedule>,
): number | undefined {
  const end = (firstAttemptAt ?? now) + giveUpAfterMs;
  if (now >= end) return undefined;
  const longest = Math.min(capMs, baseMs * 2 ** (attempts - 1));
  const wait = Math.max(random() * longest, Math.min(retryAfterMs, capMs), 1);
  // The last attempt is at the end, and not before it.
  return Math.min(now + Math.ceil(wait), end);
}
