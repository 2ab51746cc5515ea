/**
 * A read, a decision and a commit, repeated if another write came first. The loser of a race decides again, on what
 * the winner wrote. Lanes keep the calls of one process from racing each other.
 */

import { pause } from "../time/time.js";
import {
  hasCommitted,
  readRecord,
  type RecordKey,
  type RecordWrite,
  type Storage,
  type StoredRecord,
} from "./storage.js";

export interface Decided<Result> {
  /** Committed together, over what was read. Default: nothing is written. */
  readonly writes?: readonly RecordWrite[] | undefined;
  readonly result: Result;
}

/** About a second, including the pauses. More collisions are not a coincidence. */
const MAX_RACES = 40;
const LONGEST_PAUSE_MS = 32;

/**
 * Reads a record, decides and commits, and repeats all of it if another write came first.
 * @param decide receives the current record; called again after each lost race
 * @param busy creates the error if too many races were lost
 * @throws {StorageError}, and whatever `decide` throws
 * @example
 * ```ts
 * import { ABSENT, createMemoryStorage, type StoredRecord, update } from "@proto-gen/runtime/storage";
 *
 * const storage = createMemoryStorage();
 * const record = { collection: "stock", key: "camera" };
 * const decide = (found: StoredRecord<{ left: number }> | undefined) => {
 *   const left = (found?.value.left ?? 3) - 1;
 *   return { writes: [{ ...record, value: { left }, expected: found?.version ?? ABSENT }], result: left };
 * };
 * const takeOne = () => update(storage, record, decide, () => new Error("too many buyers at once"));
 * (await Promise.all([takeOne(), takeOne()])).sort(); // [1, 2]
 * ```
 */
export function update<Value, Result>(
  storage: Storage,
  { collection, key }: RecordKey,
  decide: (found: StoredRecord<Value> | undefined) => Promise<Decided<Result>> | Decided<Result>,
  busy: () => Error,
): Promise<Result> {
  return untilWritten(
    async () =>
      commitDecided(storage, await decide(await readRecord<Value>(storage, collection, key))),
    busy,
  );
}

/** An attempt for `untilWritten`. @returns undefined if nothing was committed: another write came first, or a share is used up */
export async function commitDecided<Result>(
  storage: Storage,
  { writes, result }: Decided<Result>,
): Promise<{ readonly result: Result } | undefined> {
  return writes === undefined || (await hasCommitted(storage, writes)) ? { result } : undefined;
}

/**
 * Repeats an attempt until its writes are committed. For decisions on more than one record; `update` is for one.
 * @param attempt returns undefined if nothing was committed
 * @throws whatever `attempt` throws
 * @example
 * ```ts
 * import { ABSENT, createMemoryStorage, hasCommitted, untilWritten } from "@proto-gen/runtime/storage";
 *
 * const storage = createMemoryStorage();
 * const writes = ["camera", "lens"].map((key) => ({ collection: "stock", key, value: {}, expected: ABSENT }));
 * const attempt = async () => ((await hasCommitted(storage, writes)) ? { result: "reserved" } : undefined);
 * await untilWritten(attempt, () => new Error("too many buyers at once")); // "reserved"
 * ```
 */
export async function untilWritten<Result>(
  attempt: () => Promise<{ readonly result: Result } | undefined>,
  busy: () => Error,
): Promise<Result> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const done = await attempt();
    if (done !== undefined) return done.result;
    // No pause after the first lost race, which may be a coincidence.
    if (race > 0) await pause(Math.random() * Math.min(2 ** race, LONGEST_PAUSE_MS));
  }
  throw busy();
}

/** Serializes work per key. */
type Lanes = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Work waits for earlier work with the same key, even if that failed. Different keys do not wait for each other. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();

  return <Result>(key: string, work: () => Promise<Result>) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const forget = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    const ended = result.then(forget, forget);
    last.set(key, ended);
    return result;
  };
}
