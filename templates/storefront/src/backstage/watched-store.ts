/** A store that says when something was written. In: a store. Out: the same one, with listeners. */

import type { Storage } from "@proto-gen/runtime/storage";
import { createChanges, type Changes } from "./changes.js";

export interface WatchedStore extends Storage, Pick<Changes, "watch"> {}

export function watchedStore(store: Storage): WatchedStore {
  const { tell, watch } = createChanges();
  return {
    ...store,
    async commit(writes) {
      const done = await store.commit(writes);
      if (done.kind === "committed") tell();
      return done;
    },
    watch,
  };
}
