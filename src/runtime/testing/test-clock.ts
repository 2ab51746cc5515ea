/** A clock that a test moves by hand. */

export interface TestClock {
  /** Milliseconds since 1970. A standalone function: pass it as the option `now`. */
  readonly now: () => number;
  /** Moves the clock by this many milliseconds; a negative number moves it back. */
  advance(ms: number): void;
}

/**
 * Creates a clock that stands still unless it is moved. It moves no timers: use those of your test runner for them.
 * @param start milliseconds since 1970; by default the beginning of 2026
 * @example
 * ```ts
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { createTestClock } from "@proto-gen/runtime/testing";
 *
 * const clock = createTestClock(0);
 * const store = createMemoryStorage({ now: clock.now });
 * clock.advance(60_000);
 * clock.now(); // 60_000
 * ```
 */
export function createTestClock(start: number = Date.UTC(2026, 0, 1)): TestClock {
  let time = start;
  return { now: () => time, advance: (ms) => void (time += ms) };
}
