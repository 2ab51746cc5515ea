/** The time of one attempt. In: milliseconds, the caller's signal, work. Out: what the work gives. */

import type { Cancellation } from "../idempotency/index.js";
import { ClientError } from "./client-error.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare const AbortController: new () => {
  readonly signal: Cancellation;
  abort(reason: unknown): void;
};

/** Timers take 31 bits; what is more would be over at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/**
 * Ends when the time is over or the caller says so, whatever the work makes of its signal.
 * @throws ClientError TIMEOUT, ABORTED, and what the work throws
 */
export async function withinTime<Result>(
  milliseconds: number,
  caller: Cancellation | undefined,
  work: (signal: Cancellation) => Promise<Result>,
): Promise<Result> {
  if (caller?.aborted === true) throw abortedBy(caller);
  const controller = new AbortController();
  let release = (): void => undefined;
  const over = new Promise<never>((_, reject) => {
    const end = (error: ClientError): void => {
      reject(error);
      controller.abort(error);
    };
    const timer = setTimeout(
      () => end(new ClientError("TIMEOUT")),
      Math.min(milliseconds, MAX_TIMER_MS),
    );
    const stop = (): void => end(abortedBy(caller));
    caller?.addEventListener("abort", stop);
    release = () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", stop);
    };
  });
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    release();
  }
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

function abortedBy(caller: Cancellation | undefined): ClientError {
  return new ClientError("ABORTED", { cause: caller?.reason });
}
