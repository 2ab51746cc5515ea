/** Tasks that were given up. In: the key of one. Out: it is done once more, or gone. */

import {
  ABSENT,
  type ListOptions,
  type RecordStore,
  type StoredRecord,
} from "../../records/index.js";
import { taskWrite, type Collections, type DeadTask } from "./task.js";

export interface DeadTasks<Facts extends object> {
  list(options: ListOptions): Promise<readonly StoredRecord<DeadTask<Facts>>[]>;
  /** As if it had not been tried; false where there is none. */
  revive(key: string): Promise<boolean>;
  /** False where there is none. */
  discard(key: string): Promise<boolean>;
}

export function createDeadTasks<Facts extends object>(
  store: RecordStore,
  collections: Collections,
  now: () => number,
): DeadTasks<Facts> {
  const { dead, payloads } = collections;

  async function revive(key: string): Promise<boolean> {
    const found = await store.get<DeadTask<Facts>>(dead, key);
    if (found === undefined) return false;
    const { lane, sequence, group, facts } = found.value.task;
    const task = { lane, sequence, group, facts, attempts: 0, nextAt: now() };
    return store.commit([
      { collection: dead, key, value: undefined, expected: found.version },
      taskWrite(collections, key, task, ABSENT),
    ]);
  }

  async function discard(key: string): Promise<boolean> {
    const found = await store.get(dead, key);
    if (found === undefined) return false;
    const payload = await store.get(payloads, key);
    return store.commit([
      { collection: dead, key, value: undefined, expected: found.version },
      ...(payload === undefined
        ? []
        : [{ collection: payloads, key, value: undefined, expected: payload.version }]),
    ]);
  }

  return { list: (options) => store.list<DeadTask<Facts>>(dead, options), revive, discard };
}
