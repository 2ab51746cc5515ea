/** The time of one attempt, and between two. In: milliseconds, the caller's signal, work. Out: what it gives. */

import type { Cancellation } from "../idempotency/index.js";
import { MAX_TIMER_MS, withinTime as within, type EndErrors } from "../time/within-time.js";
import { ClientError } from "./client-error.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

const ERRORS: EndErrors = {
  timeout: () => new ClientError("TIMEOUT"),
  aborted: (cause) => new ClientError("ABORTED", { cause }),
};

/**
 * Ends when the time is over or the caller says so, whatever the work makes of its signal.
 * @throws ClientError TIMEOUT, ABORTED, and what the work throws
 */
export function withinTime<Result>(
  milliseconds: number,
  caller: Cancellation | undefined,
  work: (signal: Cancellation) => Promise<Result>,
): Promise<Result> {
  return within(milliseconds, caller, work, ERRORS);
}

/** @throws ClientError ABORTED */
export async function pause(milliseconds: number, caller: Cancellation | undefined): Promise<void> {
  const wait = (signal: Cancellation): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER_MS));
      signal.addEventListener("abort", () => clearTimeout(timer));
    });
  await withinTime(MAX_TIMER_MS, caller, wait);
}
