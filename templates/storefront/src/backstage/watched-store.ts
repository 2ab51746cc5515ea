/** A store that says when something was written. In: a store. Out: the same one, with listeners. */

import type { RecordStore } from "@proto-gen/runtime/records";
import { createChanges, type Changes } from "./changes.js";

export interface WatchedStore extends RecordStore, Pick<Changes, "watch"> {}

export function watchedStore(store: RecordStore): WatchedStore {
  const { tell, watch } = createChanges();
  return {
    ...store,
    async commit(writes) {
      const done = await store.commit(writes);
      if (done) tell();
      return done;
    },
    watch,
  };
}
