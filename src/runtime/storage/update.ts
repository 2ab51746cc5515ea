/**
 * A read, a decision and a commit; again where another one was faster. Of two that cannot both win, one decides on what the
 * other has written.
 */

import { pause } from "../idempotency/pause.js";
import {
  hasCommitted,
  readRecord,
  type RecordKey,
  type RecordWrite,
  type Storage,
  type StoredRecord,
} from "./storage.js";

export interface Decided<Result> {
  /** Committed together, over what was read. Nothing is written without any. */
  readonly writes?: readonly RecordWrite[] | undefined;
  readonly result: Result;
}

/** With the pauses between them about a second: more are no accident. */
const MAX_RACES = 40;
const LONGEST_PAUSE_MS = 32;

/**
 * @param decide is given what is there, as often as it takes
 * @param busy makes the error for who has lost too often
 * @throws {StorageError}, and what `decide` throws
 */
export function update<Value, Result>(
  storage: Storage,
  { collection, key }: RecordKey,
  decide: (found: StoredRecord<Value> | undefined) => Promise<Decided<Result>> | Decided<Result>,
  busy: () => Error,
): Promise<Result> {
  return untilWritten(
    async () => written(storage, await decide(await readRecord<Value>(storage, collection, key))),
    busy,
  );
}

/** @returns undefined where another one was faster: an attempt of `untilWritten` */
export async function written<Result>(
  storage: Storage,
  { writes, result }: Decided<Result>,
): Promise<{ readonly result: Result } | undefined> {
  return writes === undefined || (await hasCommitted(storage, writes)) ? { result } : undefined;
}

/**
 * For decisions on more than one record.
 * @param attempt undefined where another one was faster
 * @throws what `attempt` throws
 */
export async function untilWritten<Result>(
  attempt: () => Promise<{ readonly result: Result } | undefined>,
  busy: () => Error,
): Promise<Result> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const done = await attempt();
    if (done !== undefined) return done.result;
    // Who loses once by accident is not made to wait.
    if (race > 0) await pause(Math.random() * Math.min(2 ** race, LONGEST_PAUSE_MS));
  }
  throw busy();
}
