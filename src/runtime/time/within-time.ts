/** An end for work that may have none. In: milliseconds, the caller's signal, work. Out: what came first. */

import type { Cancellation } from "../idempotency/index.js";
import type { WebSignal } from "../rest/index.js";

// Every platform has them, but ECMAScript's own declarations do not.
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare const AbortController: new () => {
  readonly signal: Cancellation;
  abort(reason: unknown): void;
};

/** Timers take 31 bits; what is more would be over at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** What is thrown for each end that is not the work's own. */
export interface EndErrors {
  timeout(): Error;
  /** @param cause the reason of the caller's signal */
  aborted(cause: unknown): Error;
}

/**
 * Does not wait for work that does not heed its signal, as looking up a name does not; nothing is begun for a
 * caller who has gone already.
 * @throws what `errors` give, and what the work throws
 */
export function withinTime<Result>(
  milliseconds: number,
  caller: WebSignal | undefined,
  work: (signal: Cancellation) => Promise<Result>,
  errors: EndErrors,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (caller?.aborted) return reject(errors.aborted(caller.reason));
    const controller = new AbortController();
    const stop = (): void => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", aborted);
    };
    // Work that does not heed its signal may never end: its timer must not keep the process from its own end.
    const end = (error: Error): void => {
      stop();
      reject(error);
      controller.abort(error);
    };
    const aborted = (): void => end(errors.aborted(caller?.reason));
    const timer = setTimeout(() => end(errors.timeout()), Math.min(milliseconds, MAX_TIMER_MS));
    caller?.addEventListener("abort", aborted);
    work(controller.signal).then(resolve, reject).finally(stop);
  });
}
