/** A store that says when something was written. In: a store. Out: the same one, with listeners. */

import type { RecordStore } from "@proto-gen/runtime/records";

export interface WatchedStore extends RecordStore {
  /** Until the function that it returns is called. */
  watch(listener: () => void): () => void;
}

export function watchedStore(store: RecordStore): WatchedStore {
  const listeners = new Set<() => void>();
  return {
    ...store,
    async commit(writes) {
      const done = await store.commit(writes);
      if (done) for (const listener of listeners) listener();
      return done;
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
