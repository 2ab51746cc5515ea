/** Defects of a storage, each of which breaks one promise of what is built on it. The simulation has to find each. */

import {
  ABSENT,
  StorageError,
  type CommitResult,
  type RecordWrite,
  type Storage,
} from "@proto-gen/runtime/storage";
import type { Simulation } from "./simulations.js";
import type { Breaks } from "./world.js";

export interface Defect {
  readonly title: string;
  /** Which simulation finds it. */
  readonly simulation: Simulation;
  readonly breaks: Breaks;
}

export const DEFECTS: readonly Defect[] = [
  {
    title: "a worker writes over a task that another one has claimed since",
    simulation: "tasks",
    breaks: ignoringVersions(
      (each) => each.collection === "task" && memberOf(each, "claim") === undefined,
    ),
  },
  {
    title: "a claimed task stays due",
    simulation: "tasks",
    breaks: (storage) => ({
      commit: (writes) =>
        storage.commit(
          writes.map((each) => (memberOf(each, "claim") ? { ...each, dueAt: 0 } : each)),
        ),
    }),
  },
  {
    title: "a lane does not wait",
    simulation: "tasks",
    // Alone, a task is read to see whether it is still there.
    breaks: (storage) => ({
      get: (keys) =>
        keys.length === 1 && keys[0]?.collection === "task"
          ? Promise.resolve([undefined])
          : storage.get(keys),
    }),
  },
  {
    title: "a commit is torn between two records",
    simulation: "tasks",
    breaks: (storage, { random }) => ({
      async commit(writes) {
        if (writes.length < 2 || random() > 0.02) return storage.commit(writes);
        await storage.commit(writes.slice(0, 1));
        throw new StorageError("down");
      },
    }),
  },
  {
    title: "the last commit is forgotten when a process crashes",
    simulation: "tasks",
    breaks: forgettingAtCrashes,
  },
  {
    title: "an answer is stored under a claim that another call took over",
    simulation: "calls",
    breaks: ignoringVersions((each) => memberOf(each, "answer") !== undefined),
  },
  {
    title: "a claim is had although the key has one",
    simulation: "calls",
    breaks: ignoringVersions(
      (each) => memberOf(each, "by") !== undefined && each.expected === ABSENT,
    ),
  },
  {
    title: "a counter is written over another one's value",
    simulation: "counters",
    breaks: ignoringVersions(({ expected }) => expected !== ABSENT),
  },
  {
    title: "a commit that has happened says that it has not",
    simulation: "counters",
    breaks: (storage, { random }) => ({
      async commit(writes) {
        const result = await storage.commit(writes);
        return random() < 0.02 ? conflictOn(writes) : result;
      },
    }),
  },
  { title: "a stock is read as it was a while ago", simulation: "stock", breaks: readingStale },
  {
    title: "a commit that has not happened says that it has",
    simulation: "stock",
    breaks: (storage) => ({
      async commit(writes) {
        const result = await storage.commit(writes);
        return result.kind === "conflict"
          ? { kind: "committed", versions: writes.map(() => 1) }
          : result;
      },
    }),
  },
];

function memberOf({ value }: RecordWrite, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** Some writes win over whatever is there: nobody is fenced off. */
function ignoringVersions(isMeant: (write: RecordWrite) => boolean): Breaks {
  return (storage) => ({
    async commit(writes) {
      const found = await storage.get(writes);
      return storage.commit(
        writes.map((each, index) =>
          isMeant(each) ? { ...each, expected: found[index]?.version ?? ABSENT } : each,
        ),
      );
    },
  });
}

/** What was committed last was not yet on the disk. */
function forgettingAtCrashes(storage: Storage, world: Parameters<Breaks>[1]): Partial<Storage> {
  let undo: readonly RecordWrite[] = [];
  world.onCrash.push(() => void storage.commit(undo));
  return {
    async commit(writes) {
      const before = await storage.get<object>(writes);
      const result = await storage.commit(writes);
      if (result.kind === "committed")
        undo = writes.map((each, index) => ({
          ...each,
          value: before[index]?.value,
          expected: result.versions[index] ?? ABSENT,
        }));
      return result;
    },
  };
}

/** Values of a replica, with the versions of the database. */
function readingStale(storage: Storage): Partial<Storage> {
  const replica = new Map<string, unknown>();
  return {
    get: async (keys) =>
      (await storage.get(keys)).map((each) => {
        if (each === undefined) return undefined;
        const value = replica.get(each.key) ?? each.value;
        replica.set(each.key, each.value);
        return { ...each, value } as never;
      }),
  };
}

function conflictOn([first]: readonly RecordWrite[]): CommitResult {
  return { kind: "conflict", key: first as RecordWrite };
}
