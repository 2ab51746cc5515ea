/**
 * A call made until it has an answer. In: an attempt, which sends the same bytes, key and request id each
 * time (§4.8). Out: the first answer, or the last error.
 */

import type { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";
import { pause, withinTime } from "./within-time.js";

export interface RepeatOptions {
  /** How often to try again; 0 for a call that changes state and has no key. */
  readonly retries: number;
  /** Of each attempt. */
  readonly timeoutMs: number;
  /** If the business asks for more, it is left alone. */
  readonly retryAfterMs: number;
  readonly signal?: Cancellation | undefined;
}

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;

/** @throws ClientError, ProtocolError */
export async function repeat<Result>(
  attempt: (signal: Cancellation) => Promise<Result>,
  { retries, timeoutMs, retryAfterMs, signal }: RepeatOptions,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await withinTime(timeoutMs, signal, attempt);
    } catch (error) {
      if (failures >= retries || !isRepeatable(error)) throw error;
      const asked = retryAfterOf(error) ?? 0;
      if (asked > retryAfterMs) throw error;
      await pause(Math.max(asked, backoff(failures)), signal);
    }
  }
}

/** A `ProtocolError` or a `ClientError`, of which only the first has headers; whatever else is thrown is no answer. */
interface Repeatable extends Partial<Pick<ProtocolError, "headers">> {
  readonly retry: true;
}

function isRepeatable(error: unknown): error is Repeatable {
  return (error as Partial<Repeatable> | undefined)?.retry === true;
}

/** Doubles, and differs, so that clients that failed together do not come back together. */
function backoff(failures: number): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** RFC 9110 §10.2.3: seconds, or a date. In milliseconds from now. */
function retryAfterOf({ headers }: Repeatable): number | undefined {
  const value = headers?.["Retry-After"];
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - Date.now();
}
