/** Runs random concurrent calls of several clients and checks that their history is linearizable. */

import fc from "fast-check";
import { defined } from "../json/defined.js";
import { ABSENT, type RecordWrite, type Storage } from "../storage/storage.js";
import { isLinearizable, type HistoryEntry } from "./linearizability.js";
import type { StorageCheck, StorageSuiteOptions } from "./storage-suite.js";

const KEYS = ["x", "y", "z"] as const;
type Key = (typeof KEYS)[number];

/** One call of a client. Writes expect the version that the client saw last. */
interface Step {
  readonly kind: "get" | "put" | "remove";
  readonly keys: readonly Key[];
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("get", "put", "put", "remove"),
    keys: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
);

const programs = fc.array(steps, { minLength: 2, maxLength: 3 });

export function historyCheck({
  open,
  histories: numRuns = 30,
  seed,
}: StorageSuiteOptions): StorageCheck {
  return {
    title: "answers calls at the same time as if one came after the other",
    run: () =>
      fc.assert(
        fc.asyncProperty(programs, async (clients) => {
          const storage = await open({ now: () => 0 });
          try {
            const history = await run(storage, clients);
            if (!isLinearizable(history))
              throw new Error(`no order explains ${JSON.stringify(history, undefined, 1)}`);
          } finally {
            await storage.close();
          }
        }),
        { numRuns, ...defined({ seed }) },
      ),
  };
}

async function run(
  storage: Storage,
  clients: readonly (readonly Step[])[],
): Promise<HistoryEntry[]> {
  const history: HistoryEntry[] = [];
  let clock = 0;
  let written = 0;

  async function runClient(steps: readonly Step[]): Promise<void> {
    const known = new Map<Key, number>();
    for (const { kind, keys } of steps) {
      const begin = (clock += 1);
      if (kind === "get") {
        const asked = keys.map((key) => ({ collection: "history", key }));
        const found = await storage.get(asked);
        history.push({ kind: "get", keys: asked, found, begin, end: (clock += 1) });
        keys.forEach((key, index) => known.set(key, found[index]?.version ?? ABSENT));
        continue;
      }
      const writes = keys.map((key): RecordWrite => ({
        collection: "history",
        key,
        value: kind === "put" ? { written: (written += 1) } : undefined,
        expected: known.get(key) ?? ABSENT,
      }));
      const result = await storage.commit(writes);
      const versions = result.kind === "committed" ? result.versions : undefined;
      history.push({ kind: "commit", writes, versions, begin, end: (clock += 1) });
      keys.forEach((key, index) => versions && known.set(key, versions[index] ?? ABSENT));
    }
  }

  await Promise.all(clients.map(runClient));
  return history;
}
