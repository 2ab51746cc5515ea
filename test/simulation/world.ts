/**
 * Many processes on one storage, in virtual time. Each call of a process takes a random time to reach the storage and to come
 * back, may fail, stall, or lose its answer; each process crashes at a random time, between any two steps, and is replaced.
 */

import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { faultyStorage, randomFaults, seededRandom } from "@proto-gen/runtime/testing";
import { installTimeline, NETWORK, Timeline, type Owner } from "./timeline.js";

export interface WorldOptions {
  readonly seed: number;
  readonly processes: number;
  /** How long a process lives on average, in milliseconds. */
  readonly lifeMs?: number;
  /** When the simulation ends at the latest, in milliseconds. */
  readonly endMs?: number;
  /** The clocks of processes are apart, and jump, by so many milliseconds. */
  readonly clockJumpMs?: number;
  /** Breaks the storage. */
  readonly breaks?: Breaks | undefined;
}

/** In place of some methods of a storage, ones that are wrong. */
export type Breaks = (storage: Storage, world: World) => Partial<Storage>;

/** What crashes: its calls are answered no more, and its timers are gone. */
export interface Process extends Owner {
  readonly id: number;
  readonly storage: Storage;
  /** Its clock, in milliseconds since 1970. */
  readonly now: () => number;
}

export interface Statistics {
  readonly processes: number;
  readonly crashes: number;
  readonly calls: number;
  readonly events: number;
  readonly virtualMs: number;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** What is still on its way when the work is done must not undo it. */
const AFTERWARDS_MS = 300 * SECOND;

/** A crash that follows a call finds more than one at any time: most of the time, a process waits for nothing. */
const CRASH_AFTER_CALL = 0.002;

const FAULTS = {
  rejectsBefore: 0.01,
  rejectsAfter: 0.02,
  stalls: 0.03,
  answersLate: 0.01,
  /** Longer than leases are. */
  longestMs: 90 * SECOND,
};

export class World {
  readonly timeline = new Timeline(Date.UTC(2026, 0, 1));
  readonly random: () => number;
  /** As it is, for who checks the outcome. */
  readonly storage: Storage;
  readonly #remote: Storage;
  readonly #options: Required<Omit<WorldOptions, "breaks">>;
  #crashes = 0;
  #started = 0;
  #calls = 0;
  #violation: string | undefined;
  /** Is called after each crash. */
  readonly onCrash: (() => void)[] = [];

  constructor({ breaks, ...options }: WorldOptions) {
    this.#options = { lifeMs: HOUR / 2, endMs: 24 * HOUR, clockJumpMs: 0, ...options };
    const { seed } = options;
    this.random = seededRandom(seed);
    this.storage = createMemoryStorage({ now: this.timeline.now, maxRecords: 1_000_000 });
    const shared = breaks ? { ...this.storage, ...breaks(this.storage, this) } : this.storage;
    this.#remote = faultyStorage(shared, randomFaults({ seed: seed + 1, ...FAULTS }));
  }

  get statistics(): Statistics {
    return {
      processes: this.#started,
      crashes: this.#crashes,
      calls: this.#calls,
      events: this.timeline.events,
      virtualMs: this.timeline.elapsed,
    };
  }

  /** Ends the simulation unless this is so. What the code under test makes of an error does not matter. */
  readonly check = (isSo: boolean, violation: string): void => {
    if (!isSo) this.#violation ??= violation;
  };

  /**
   * Starts `main` in each process, and anew in the place of one that has crashed, until the work is done and for a while longer.
   * @param isDone is asked each half minute
   * @throws Error with what a check has found, or if the work is not done in time
   */
  async run(main: (process: Process) => void, isDone: () => Promise<boolean>): Promise<void> {
    const { seed, processes, endMs } = this.#options;
    const { timeline } = this;
    let doneAt = Infinity;
    const look = async (): Promise<void> => {
      if (await isDone()) doneAt = Math.min(doneAt, timeline.elapsed);
    };
    const isOver = (): boolean =>
      this.#violation !== undefined || timeline.elapsed > doneAt + AFTERWARDS_MS;
    const undo = installTimeline(timeline, seed + 2);
    try {
      timeline.schedule(0, () => void look(), NETWORK, 30 * SECOND);
      for (let n = 0; n < processes; n += 1) this.#start(main);
      await timeline.runUntil(isOver, endMs);
    } finally {
      undo();
    }
    if (this.#violation !== undefined) throw new Error(this.#violation);
    if (doneAt === Infinity) throw new Error(`the work is not done after ${endMs / HOUR} hours`);
  }

  #start(main: (process: Process) => void): void {
    const { lifeMs, clockJumpMs } = this.#options;
    const { timeline, random } = this;
    let offset = (random() - 0.5) * clockJumpMs;
    this.#started += 1;
    const process: Process & { isAlive: boolean } = {
      id: this.#started,
      isAlive: true,
      now: () => timeline.now() + offset,
      storage: this.#storageOf(
        () => process,
        () => crash(),
      ),
    };
    const crash = (): void => {
      if (!process.isAlive) return;
      process.isAlive = false;
      this.#crashes += 1;
      for (const each of this.onCrash) each();
      timeline.schedule(random() * 10 * SECOND, () => this.#start(main), NETWORK);
    };
    const jump = (): void => {
      offset = (random() - 0.5) * clockJumpMs;
      timeline.schedule(random() * HOUR, jump, process);
    };
    timeline.schedule(exponential(random, lifeMs), crash, process);
    if (clockJumpMs > 0) timeline.schedule(random() * HOUR, jump, process);
    timeline.schedule(random() * 10 * SECOND, () => main(process), process);
  }

  /** The storage at the other end of a network. */
  #storageOf(owner: () => Owner, crash: () => void): Storage {
    const remote = this.#remote;
    const call = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
      this.#call(owner(), crash, ask);
    return {
      get: (keys) => call(() => remote.get(keys)),
      commit: (writes) => call(() => remote.commit(writes)),
      scan: (collection, options) => call(() => remote.scan(collection, options)),
      close: async () => undefined,
    };
  }

  #call<Answer>(owner: Owner, crash: () => void, ask: () => Promise<Answer>): Promise<Answer> {
    const { timeline, random } = this;
    this.#calls += 1;
    const isLast = random() < CRASH_AFTER_CALL;
    return new Promise((resolve, reject) => {
      const answer = (settle: () => void): void => {
        if (isLast) timeline.schedule(0, crash, owner);
        timeline.schedule(this.#latency(), settle, owner);
      };
      // Underway, it does not matter whether who asked is still there.
      const arrive = (): void =>
        void ask().then(
          (given) => answer(() => resolve(given)),
          (error: Error) => answer(() => reject(error)),
        );
      timeline.schedule(this.#latency(), arrive, NETWORK);
    });
  }

  /** A few milliseconds, rarely some seconds. */
  #latency(): number {
    const { random } = this;
    return random() < 0.01 ? random() * 5 * SECOND : exponential(random, 5);
  }
}

function exponential(random: () => number, mean: number): number {
  return -Math.log(1 - random()) * mean;
}
