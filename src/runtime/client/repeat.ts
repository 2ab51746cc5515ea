/**
 * A call made until it has an answer. In: an attempt, which sends the same bytes, key and request id each
 * time (§4.8). Out: the first answer, or the last error.
 */

import type { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";
import { pause, withinTime } from "./within-time.js";

export interface RepeatOptions {
  /** Number of repetitions after failures. It is 0 for a call that changes state and has no key: such a call is never repeated. */
  readonly retries: number;
  /** Of each attempt. */
  readonly timeoutMs: number;
  /** If the business asks for more, at once or by one 409 after the other, it is left alone. */
  readonly retryAfterMs: number;
  readonly signal?: Cancellation | undefined;
}

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
/** While the business still works on the call, the delay is that of a fourth failure: so the limit of time is one of attempts, too. */
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

/** A `ProtocolError` or a `ClientError`, of which only the first has headers; whatever else is thrown is no answer. */
interface Repeatable extends Partial<Pick<ProtocolError, "headers" | "passes">> {
  readonly retry: true;
}

function isRepeatable(error: unknown): error is Repeatable {
  return !!(error as Partial<Repeatable> | undefined)?.retry;
}

/** Doubles, and differs, so that clients that failed together do not come back together. */
function backoff(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (1 - Math.random() / 2);
}

/** RFC 9110 §10.2.3: seconds, or a date. In milliseconds from now; not above 0 for anything else. */
function retryAfterOf({ headers }: Repeatable): number {
  const value = String(headers?.["Retry-After"]);
  return Number(value) * 1_000 || Date.parse(value) - Date.now() || 0;
}
