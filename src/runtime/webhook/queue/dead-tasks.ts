/** Tasks that were given up. In: the key of one. Out: it is done once more, or gone. */

import {
  ABSENT,
  hasCommitted,
  readRecord,
  type Storage,
  type StoredRecord,
} from "../../storage/index.js";
import { taskWrite, type Collections, type DeadTask } from "./task.js";

export interface DeadTasks<Facts extends object> {
  list(options: {
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly StoredRecord<DeadTask<Facts>>[]>;
  /** As if it had not been tried; false where there is none. */
  revive(key: string): Promise<boolean>;
  /** False where there is none. */
  discard(key: string): Promise<boolean>;
}

export function createDeadTasks<Facts extends object>(
  store: Storage,
  collections: Collections,
  now: () => number,
): DeadTasks<Facts> {
  const { dead, payloads } = collections;

  async function revive(key: string): Promise<boolean> {
    const found = await readRecord<DeadTask<Facts>>(store, dead, key);
    if (found === undefined) return false;
    const { lane, sequence, group, facts } = found.value.task;
    const task = { lane, sequence, group, facts, attempts: 0, nextAt: now() };
    return hasCommitted(store, [
      { collection: dead, key, value: undefined, expected: found.version },
      taskWrite(collections, key, task, ABSENT),
    ]);
  }

  async function discard(key: string): Promise<boolean> {
    const found = await readRecord(store, dead, key);
    if (found === undefined) return false;
    const payload = await readRecord(store, payloads, key);
    return hasCommitted(store, [
      { collection: dead, key, value: undefined, expected: found.version },
      ...(payload === undefined
        ? []
        : [{ collection: payloads, key, value: undefined, expected: payload.version }]),
    ]);
  }

  return { list: (options) => store.scan<DeadTask<Facts>>(dead, options), revive, discard };
}
