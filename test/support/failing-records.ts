/** A record store that fails when it is told to, for a process that its store fails. */

import { RecordStoreError, type RecordStore } from "@proto-gen/runtime/records";

/**
 * `before` and `after`: the question fails, after nothing or all was done. `denied`: a driver that asks twice finds what
 * its first question wrote, and takes it for somebody else's.
 */
export type Fault = "before" | "after" | "denied" | undefined;

/** Each question to the store has the next fault, until there are none left. */
export function failing(store: RecordStore, faults: readonly Fault[]): RecordStore {
  let asked = 0;
  async function asks<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const fault = faults[asked];
    asked += 1;
    if (fault === "before") throw new RecordStoreError("down");
    const answer = await ask();
    if (fault === "after") throw new RecordStoreError("the answer was lost");
    return answer;
  }
  return {
    ...store,
    get: (collection, key) => asks(() => store.get(collection, key)),
    commit: async (writes) => {
      const isDenied = faults[asked] === "denied";
      return (await asks(() => store.commit(writes))) && !isDenied;
    },
  };
}

/** Fails while `isDown` says so. */
export function failingWhile(store: RecordStore, isDown: () => boolean): RecordStore {
  async function asks<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (isDown()) throw new RecordStoreError("down");
    return ask();
  }
  return {
    ...store,
    get: (collection, key) => asks(() => store.get(collection, key)),
    commit: (writes) => asks(() => store.commit(writes)),
  };
}
