/**
 * Repeats a call until it gets a response, with a time limit for each attempt and a pause between two. Every attempt
 * sends the same bytes, key and request id (§4.8).
 */

import type { ProtocolError } from "../error/protocol-error.js";
import {
  type Cancellation,
  MAX_TIMER_MS,
  withinTime as within,
  type EndErrors,
} from "../time/time.js";
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
async function pause(milliseconds: number, caller: Cancellation | undefined): Promise<void> {
  const wait = (signal: Cancellation): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER_MS));
      signal.addEventListener("abort", () => clearTimeout(timer));
    });
  await withinTime(MAX_TIMER_MS, caller, wait);
}

export interface RepeatOptions {
  /** Number of retries after failures. Must be 0 for a call that changes state and has no key. */
  readonly retries: number;
  /** Time limit of each attempt. */
  readonly timeoutMs: number;
  /**
   * Limit for waiting at the business's request: a single longer delay ends the retries, as does a longer series of
   * 409s.
   */
  readonly retryAfterMs: number;
  readonly signal?: Cancellation | undefined;
}

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
/**
 * While the business is still processing the call, wait as after a fourth failure, so the time limit also bounds the
 * attempts.
 */
const WORKING = 3;

/** @throws ClientError, ProtocolError */
export async function repeat<Result>(
  attempt: (signal: Cancellation) => Promise<Result>,
  { retries, timeoutMs, retryAfterMs: leftMs, signal }: RepeatOptions,
): Promise<Result> {
  let failures = 0;
  for (;;) {
    try {
      return await withinTime(timeoutMs, signal, attempt);
    } catch (error) {
      if (!retries || !isRepeatable(error)) throw error;
      const isWorking = error.passes;
      const asked = retryAfterOf(error);
      const delay = Math.max(asked, backoff(isWorking ? WORKING : failures++));
      if (isWorking) leftMs -= delay;
      if (failures > retries || (isWorking ? 0 : asked) > leftMs) throw error;
      await pause(delay, signal);
    }
  }
}

/** A `ProtocolError` or a `ClientError`, of which only the former has headers. Other errors are not retried. */
interface Repeatable extends Partial<Pick<ProtocolError, "headers" | "passes">> {
  readonly retry: true;
}

function isRepeatable(error: unknown): error is Repeatable {
  return !!(error as Partial<Repeatable> | undefined)?.retry;
}

/** Doubles with jitter, so that clients that failed together do not return together. */
function backoff(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (1 - Math.random() / 2);
}

/** RFC 9110 §10.2.3: seconds or a date, converted to milliseconds from now. Not positive for anything else. */
function retryAfterOf({ headers }: Repeatable): number {
  const value = String(headers?.["Retry-After"]);
  return Number(value) * 1_000 || Date.parse(value) - Date.now() || 0;
}
