/** Runs random concurrent calls of several clients and checks that their history is linearizable. */

import fc from "fast-check";
import { defined } from "../json/members.js";
import { ABSENT, type RecordWrite, type Storage, type RecordKey } from "../storage/storage.js";
import type { StorageCheck, StorageSuiteOptions } from "./storage-suite.js";
import { identityOf } from "../storage/commit-writes.js";

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

/** Times are steps of one counter. */
interface Timed {
  readonly begin: number;
  readonly end: number;
}

type HistoryEntry = Timed &
  (
    | {
        readonly kind: "get";
        readonly keys: readonly RecordKey[];
        /** The answer for each key. */
        readonly found: readonly (Register | undefined)[];
      }
    | {
        readonly kind: "commit";
        readonly writes: readonly RecordWrite[];
        /** The versions of a commit that happened. Undefined for a conflict. */
        readonly versions: readonly number[] | undefined;
      }
  );

interface Register {
  readonly version: number;
  readonly value: unknown;
}

/** Records as JSON, by identity. */
type State = ReadonlyMap<string, string>;

/**
 * Decides whether a history of concurrent calls is linearizable: whether there is an order in which each call happens
 * between its beginning and its end, and in which a sequential storage would give the same answers. Exponential in
 * the number of concurrent calls: meant for about a dozen.
 */
function isLinearizable(history: readonly HistoryEntry[]): boolean {
  const tried = new Set<string>();

  function goesOn(left: readonly HistoryEntry[], state: State): boolean {
    if (left.length === 0) return true;
    const situation = JSON.stringify([
      left.map((each) => history.indexOf(each)),
      [...state].sort(),
    ]);
    if (tried.has(situation)) return false;
    tried.add(situation);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left.some((each) => {
      const next = each.begin > firstEnd ? undefined : after(state, each);
      return (
        next !== undefined &&
        goesOn(
          left.filter((other) => other !== each),
          next,
        )
      );
    });
  }

  return goesOn(history, new Map());
}

/** The state after a call. Undefined if the call cannot have had this answer. */
function after(state: State, entry: HistoryEntry): State | undefined {
  if (entry.kind === "get") {
    const { keys, found } = entry;
    return keys.every((key, index) => state.get(identityOf(key)) === textOf(found[index]))
      ? state
      : undefined;
  }
  const { writes, versions } = entry;
  const isExpected = writes.every((each) => versionIn(state, each) === each.expected);
  if (versions === undefined) return isExpected ? undefined : state;
  if (!isExpected) return undefined;
  const next = new Map(state);
  for (const [index, each] of writes.entries()) {
    const { value } = each;
    const text = value && textOf({ version: versions[index] ?? ABSENT, value });
    if (text === undefined) next.delete(identityOf(each));
    else next.set(identityOf(each), text);
  }
  return next;
}

function textOf(held: Register | undefined): string | undefined {
  return held && JSON.stringify([held.version, held.value]);
}

function versionIn(state: State, key: RecordKey): number {
  const text = state.get(identityOf(key));
  return text === undefined ? ABSENT : (JSON.parse(text) as readonly [number])[0];
}
