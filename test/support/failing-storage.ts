/** A storage that fails when it is told to, for a process that its storage fails. */

import {
  StorageError,
  type CommitResult,
  type RecordWrite,
  type Storage,
} from "@proto-gen/runtime/storage";

/**
 * `before` and `after`: the question fails, after nothing or all was done. `denied`: a driver that asks twice finds what
 * its first question wrote, and takes it for somebody else's.
 */
export type Fault = "before" | "after" | "denied" | undefined;

/** What a storage says where another one was faster. */
export function conflictOf(writes: readonly RecordWrite[]): CommitResult {
  const { collection, key } = writes[0]!;
  return { kind: "conflict", key: { collection, key } };
}

/** Each question to the storage has the next fault, until there are none left. */
export function failing(store: Storage, faults: readonly Fault[]): Storage {
  let asked = 0;
  async function asks<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const fault = faults[asked];
    asked += 1;
    if (fault === "before") throw new StorageError("down");
    const answer = await ask();
    if (fault === "after") throw new StorageError("the answer was lost");
    return answer;
  }
  return {
    ...store,
    get: (keys) => asks(() => store.get(keys)),
    commit: async (writes) => {
      const isDenied = faults[asked] === "denied";
      const result = await asks(() => store.commit(writes));
      return isDenied ? conflictOf(writes) : result;
    },
  };
}

/** Fails while `isDown` says so. */
export function failingWhile(store: Storage, isDown: () => boolean): Storage {
  async function asks<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (isDown()) throw new StorageError("down");
    return ask();
  }
  return {
    ...store,
    get: (keys) => asks(() => store.get(keys)),
    commit: (writes) => asks(() => store.commit(writes)),
  };
}
