/** Collects the changes that `generate --watch` hears of, and waits for them. */

import { setTimeout as pause } from "node:timers/promises";
import { MAX_UNSETTLED_MS, QUIET_MS } from "../../../watch/settling.js";

/**
 * A run begins this long after a change, since an editor may empty a file before it writes it. If a source changes during a run, the
 * run is repeated.
 */
const START_MS = 2;

export interface Changes {
  /** Something has changed. */
  note(): void;
  /** Waits for so many milliseconds; false as soon as something has changed or the process is asked to end. */
  idle(ms: number): Promise<boolean>;
  /** Resolves soon after something has changed; false once the process is asked to end. */
  next(): Promise<boolean>;
  /** Waits until nothing has changed for a while, or has gone on for too long; false once the process is asked to end. */
  quiet(): Promise<boolean>;
  /** Waits for so many milliseconds; false as soon as the condition no longer holds or the process is asked to end. */
  isLasting(ms: number, condition: () => boolean): Promise<boolean>;
  /** The process is asked to end. */
  haveEnded(): boolean;
}

export function collectChanges(signal: AbortSignal): Changes {
  let hasChanged = false;
  let last = -Infinity;
  let wake = (): void => {};
  signal.addEventListener("abort", () => wake());
  /** Ends early once the process is asked to end. */
  const sleep = (ms: number): Promise<unknown> =>
    pause(ms, undefined, { signal }).catch(() => undefined);
  const isCalm = (): boolean => !signal.aborted && !hasChanged;
  const woken = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  return {
    note() {
      hasChanged = true;
      last = performance.now();
      wake();
    },
    haveEnded: () => signal.aborted,
    async idle(ms) {
      if (isCalm()) await Promise.race([woken(), sleep(ms)]);
      return isCalm();
    },
    async next() {
      if (isCalm()) await woken();
      await sleep(START_MS);
      hasChanged = false;
      return !signal.aborted;
    },
    async quiet() {
      const end = performance.now() + MAX_UNSETTLED_MS;
      for (;;) {
        const rest = Math.min(last + QUIET_MS, end) - performance.now();
        if (signal.aborted || rest <= 0) return !signal.aborted;
        await sleep(rest);
      }
    },
    async isLasting(ms, condition) {
      const end = performance.now() + ms;
      for (;;) {
        const rest = end - performance.now();
        if (signal.aborted || !condition()) return false;
        if (rest <= 0) return true;
        await Promise.race([woken(), sleep(rest)]);
      }
    },
  };
}
