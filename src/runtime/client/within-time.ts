/** The time limit of an attempt, and the pause between two. */

import type { Cancellation } from "../time/cancellation.js";
import { MAX_TIMER_MS, withinTime as within, type EndErrors } from "../time/within-time.js";
import { ClientError } from "./client-error.js";

const ERRORS: EndErrors = {
  timeout: () => new ClientError("TIMEOUT"),
  aborted: (cause) => new ClientError("ABORTED", { cause }),
};

/**
 * Rejects on timeout or when the caller aborts, even if the work ignores its signal.
 * @throws ClientError `TIMEOUT`, `ABORTED`, and whatever the work throws
 */
export function withinTime<Result>(
  milliseconds: number,
  caller: Cancellation | undefined,
  work: (signal: Cancellation) => Promise<Result>,
): Promise<Result> {
  return within(milliseconds, caller, work, ERRORS);
}

/** @throws ClientError `ABORTED` */
export async function pause(milliseconds: number, caller: Cancellation | undefined): Promise<void> {
  const wait = (signal: Cancellation): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER_MS));
      signal.addEventListener("abort", () => clearTimeout(timer));
    });
  await withinTime(MAX_TIMER_MS, caller, wait);
}
