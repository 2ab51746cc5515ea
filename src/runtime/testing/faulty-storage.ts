/**
 * A storage that fails as databases and networks do, for testing code that uses one. A function of the test or a
 * seeded generator decides which call fails and how, so failing tests can be repeated. And the clock that goes with it.
 */

import {
  StorageError,
  type RecordKey,
  type RecordWrite,
  type Storage,
} from "../storage/storage.js";

/** Milliseconds, or a promise to wait for. `new Promise(() => {})` waits forever. */
export type Wait = number | PromiseLike<unknown>;

/** What goes wrong with one call. Members may be combined: a commit may stall, happen, and then lose its answer. */
export interface StorageFault {
  /** Delays the start of the call, so that others overtake it. */
  readonly stalls?: Wait | undefined;
  /** Delays the answer after the call is done. */
  readonly answersLate?: Wait | undefined;
  /**
   * Rejects the call with `StorageError`. With `before`, nothing has happened; with `after`, a commit has happened
   * and its answer is lost.
   */
  readonly rejects?: "before" | "after" | undefined;
}

/** A call of the storage, numbered from 0 in the order of calls. */
export type StorageCall = { readonly index: number } & (
  | { readonly method: "get"; readonly keys: readonly RecordKey[] }
  | { readonly method: "commit"; readonly writes: readonly RecordWrite[] }
  | { readonly method: "scan"; readonly collection: string }
);

/** Returns undefined for a call that succeeds. */
export type ChooseFault = (call: StorageCall) => StorageFault | undefined;

/** Probability of each fault, from 0 to 1. The sum must not exceed 1. Default: 0. */
export interface FaultRates {
  readonly rejectsBefore?: number | undefined;
  readonly rejectsAfter?: number | undefined;
  readonly stalls?: number | undefined;
  readonly answersLate?: number | undefined;
}

export interface RandomFaultsOptions extends FaultRates {
  /** An integer. Equal seeds produce equal faults for the same calls. */
  readonly seed: number;
  /** Maximum delay of a call that stalls or answers late, in milliseconds. Default: 50. */
  readonly longestMs?: number | undefined;
}

/**
 * Wraps a storage so that its calls fail as `faultOf` says. `close` is passed on and never fails.
 * @example
 * ```ts
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { faultyStorage } from "@proto-gen/runtime/testing";
 *
 * // The answer of the first commit is lost.
 * let isLost = false;
 * const store = faultyStorage(createMemoryStorage(), ({ method }) => {
 *   if (method !== "commit" || isLost) return undefined;
 *   isLost = true;
 *   return { rejects: "after" };
 * });
 * await store.commit([]); // throws StorageError
 * (await store.commit([])).kind; // "committed"
 * ```
 */
export function faultyStorage(storage: Storage, faultOf: ChooseFault): Storage {
  let calls = 0;
  const nextIndex = (): number => calls++;
  return {
    get: (keys) =>
      withFault(faultOf({ index: nextIndex(), method: "get", keys }), () => storage.get(keys)),
    commit: (writes) =>
      withFault(faultOf({ index: nextIndex(), method: "commit", writes }), () =>
        storage.commit(writes),
      ),
    scan: (collection, options) =>
      withFault(faultOf({ index: nextIndex(), method: "scan", collection }), () =>
        storage.scan(collection, options),
      ),
    close: () => storage.close(),
  };
}

async function withFault<Answer>(
  { stalls, answersLate, rejects }: StorageFault = {},
  call: () => Promise<Answer>,
): Promise<Answer> {
  await passed(stalls);
  if (rejects === "before") throw new StorageError("injected fault: nothing has happened");
  const answer = await call();
  await passed(answersLate);
  if (rejects === "after") throw new StorageError("injected fault: the answer is lost");
  return answer;
}

function passed(wait: Wait | undefined): PromiseLike<unknown> | undefined {
  if (typeof wait !== "number") return wait;
  return new Promise((resolve) => void setTimeout(() => resolve(undefined), wait));
}

const DEFAULT_LONGEST_MS = 50;

/**
 * Creates random faults for `faultyStorage`.
 * @throws {RangeError} if a rate is not from 0 to 1, or their sum exceeds 1
 * @example
 * ```ts
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { faultyStorage, randomFaults } from "@proto-gen/runtime/testing";
 *
 * const faults = randomFaults({ seed: 7, rejectsBefore: 0.05, rejectsAfter: 0.05, stalls: 0.02 });
 * const store = faultyStorage(createMemoryStorage(), faults);
 * ```
 */
export function randomFaults(options: RandomFaultsOptions): ChooseFault {
  const { seed, rejectsBefore = 0, rejectsAfter = 0, stalls = 0, answersLate = 0 } = options;
  const { longestMs = DEFAULT_LONGEST_MS } = options;
  requireRates([rejectsBefore, rejectsAfter, stalls, answersLate]);
  const random = seededRandom(seed);
  return () => {
    // Always two draws per call, so that changing a rate does not affect the faults of other calls.
    let left = random();
    const ms = random() * longestMs;
    if ((left -= rejectsBefore) < 0) return { rejects: "before" };
    if ((left -= rejectsAfter) < 0) return { rejects: "after" };
    if ((left -= stalls) < 0) return { stalls: ms };
    if ((left -= answersLate) < 0) return { answersLate: ms };
    return undefined;
  };
}

function requireRates(rates: readonly number[]): void {
  const sum = rates.reduce((total, rate) => total + rate, 0);
  if (rates.every((rate) => rate >= 0) && sum <= 1) return;
  throw new RangeError(
    `rates: expected numbers from 0 to 1 with a sum of at most 1, found ${rates.join(", ")}`,
  );
}

/**
 * Creates a generator of numbers from 0 up to, but not including, 1, determined by the seed (mulberry32). For tests
 * only: the numbers can be predicted.
 * @example
 * ```ts
 * import { seededRandom } from "@proto-gen/runtime/testing";
 *
 * const [one, other] = [seededRandom(7), seededRandom(7)];
 * one() === other(); // true
 * ```
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
