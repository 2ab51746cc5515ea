/** Cancellation, limits of the time of work that might never end, pauses, and clocks. */

import type { WebSignal } from "../rest/web.js";

/** `AbortSignal` if it is declared, and otherwise the members of it that are used here. */
export type Cancellation = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      throwIfAborted(): void;
      addEventListener(type: "abort", listener: () => void): void;
      removeEventListener(type: "abort", listener: () => void): void;
    };

/** Timers have 31 bits; a longer delay would fire immediately. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** The errors for ends that are not the work's own. */
export interface EndErrors {
  timeout(): Error;
  /** @param cause the reason of the caller's signal */
  aborted(cause: unknown): Error;
}

/**
 * Rejects in time even if the work ignores its signal, as DNS lookups do. Does not start the work if the caller has
 * already aborted.
 * @throws the errors of `errors`, and whatever the work throws
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
    // Work that ignores its signal may never end, so clear the timer here: it must not keep the process alive.
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

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** Returns milliseconds since 1970, like `Date.now`. */
export type Clock = () => number;

/** Seconds since 1970, as in `created` and `expires` (RFC 9421 §2.3). */
export function secondsOf(clock: Clock = Date.now): number {
  return Math.floor(clock() / 1_000);
}

/**
 * Parses a stored RFC 3339 time to milliseconds since 1970. Every comparison with NaN is false: a key with an
 * unreadable time would never be removed.
 * @throws TypeError that names the member
 */
export function keptTime(member: string, text: unknown): number {
  const time = typeof text === "string" ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new TypeError(`${member} of a key: expected an RFC 3339 time`);
  return time;
}
