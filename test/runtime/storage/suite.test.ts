/** The suite of `@proto-gen/runtime/testing` on every engine, and on engines that are broken, each of which it finds. */

import {
  ABSENT,
  createMemoryStorage,
  type ScanOptions,
  type Storage,
  type StoredRecord,
} from "@proto-gen/runtime/storage";
import { storageSuite, type OpenStorageOptions } from "@proto-gen/runtime/testing";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/engines.js";

const HISTORIES = process.env["TEST_SIZE"] === "full" ? 300 : 30;

for (const { name, lacks, open } of ENGINES) {
  describe(`a storage ${name}`, () => {
    for (const { title, run } of storageSuite({ open, histories: HISTORIES }))
      it.skipIf(lacks !== undefined)(
        lacks === undefined ? title : `${title} (needs ${lacks})`,
        run,
        60_000,
      );
  });
}

type Breaks = (storage: Storage, options: OpenStorageOptions) => Partial<Storage>;

/** What an engine does wrong, and how. */
const BROKEN: Readonly<Record<string, Breaks>> = {
  "loses updates": (storage) => ({
    commit: async (writes) => {
      const found = await storage.get(writes);
      return storage.commit(
        writes.map((each, index) => ({ ...each, expected: found[index]?.version ?? 0 })),
      );
    },
  }),
  "tears commits": (storage) => ({
    commit: async (writes) => {
      const versions: number[] = [];
      for (const each of writes) {
        const result = await storage.commit([each]);
        if (result.kind !== "committed") return result;
        versions.push(...result.versions);
      }
      return { kind: "committed", versions };
    },
  }),
  "uses versions again": (storage) => {
    const removed = new Map<string, number>();
    const real = new Map<number, number>();
    let next = 0;
    return {
      get: async (keys) =>
        (await storage.get(keys)).map(
          (each) => each && ({ ...each, version: real.get(each.version) ?? each.version } as never),
        ),
      commit: async (writes) => {
        const toReal = (version: number): number =>
          [...real].findLast(([, shown]) => shown === version)?.[0] ?? version;
        const result = await storage.commit(
          writes.map((each) => ({ ...each, expected: toReal(each.expected) })),
        );
        if (result.kind !== "committed") return result;
        const versions = result.versions.map((version, index) => {
          const key = writes[index]?.key ?? "";
          if (version === 0) removed.set(key, 0);
          const isAnew = removed.has(key);
          next = isAnew ? (removed.get(key) ?? 0) + 1 : next + 1;
          if (isAnew) removed.set(key, next);
          if (version !== 0) real.set(version, next);
          return version === 0 ? 0 : next;
        });
        return { ...result, versions };
      },
    };
  },
  "serves what has expired": (_storage, options) => {
    const forever = createMemoryStorage({ ...options, now: () => 0 });
    return { ...forever };
  },
  "lists what has expired": (storage, options) => {
    const forever = createMemoryStorage({ ...options, now: () => 0 });
    return {
      scan: (collection, options) => forever.scan(collection, options),
      commit: async (writes) => {
        const result = await storage.commit(writes);
        if (result.kind === "committed")
          for (const each of writes) {
            const [held] = await forever.get([each]);
            await forever.commit([{ ...each, expected: held?.version ?? 0 }]);
          }
        return result;
      },
    };
  },
  "never lets a record expire where another is written": (storage) => ({
    commit: (writes) => storage.commit(writes.map(({ expiresAt: _, ...each }) => each)),
  }),
  "counts what has expired": (storage, options) => {
    const forever = createMemoryStorage({ ...options, now: () => 0 });
    return {
      commit: async (writes) => {
        for (const each of writes) {
          if (each.owner?.atShare !== "refuse" || each.expected !== ABSENT) continue;
          const result = await forever.commit([each]);
          if (result.kind === "refused") return result;
          const [version = ABSENT] = result.kind === "committed" ? result.versions : [];
          if (each.expiresAt === undefined)
            await forever.commit([{ ...each, value: undefined, expected: version }]);
        }
        return storage.commit(writes);
      },
    };
  },
  "never takes its clock back": (_storage, options) => {
    let latest = 0;
    const now = (): number => (latest = Math.max(latest, options.now()));
    return { ...createMemoryStorage({ ...options, now }) };
  },
  "has an expired record again where the clock is put back": (storage, { now }) => {
    interface Row {
      readonly record: StoredRecord;
      readonly expiresAt: number;
    }
    const last = new Map<string, Row>();
    const replaced = new Map<string, Row>();
    return {
      get: async (keys) =>
        (await storage.get(keys)).map((each, index) => {
          const old = replaced.get(keys[index]?.key ?? "");
          return (old !== undefined && old.expiresAt > now() ? old.record : each) as never;
        }),
      commit: async (writes) => {
        const result = await storage.commit(writes);
        if (result.kind !== "committed") return result;
        for (const [index, { key, value, expiresAt = Infinity }] of writes.entries()) {
          const before = last.get(key);
          if (before !== undefined && before.expiresAt <= now()) replaced.set(key, before);
          const version = result.versions[index] ?? ABSENT;
          last.set(key, { record: { key, value, version }, expiresAt });
        }
        return result;
      },
    };
  },
  "hands out what it holds": (storage) => {
    const held = new Map<string, object | undefined>();
    return {
      get: async (keys) =>
        (await storage.get(keys)).map(
          (each) => each && ({ ...each, value: held.get(each.key) ?? each.value } as never),
        ),
      commit: async (writes) => {
        const result = await storage.commit(writes);
        if (result.kind === "committed") for (const { key, value } of writes) held.set(key, value);
        return result;
      },
    };
  },
  "takes two keys for the same": (storage) => {
    const plain = <Key extends { readonly key: string }>(each: Key): Key => ({
      ...each,
      key: Buffer.from(each.key).toString(),
    });
    return {
      get: (keys) => storage.get(keys.map(plain)),
      commit: (writes) => storage.commit(writes.map(plain)),
    };
  },
  "takes collections for the same": (storage) => ({
    get: (keys) => storage.get(keys.map((each) => ({ ...each, collection: "a" }))),
    commit: (writes) => storage.commit(writes.map((each) => ({ ...each, collection: "a" }))),
  }),
  "gives more than was asked for": (storage) => ({
    scan: (collection, options) => storage.scan(collection, { ...options, limit: 1_000 }),
  }),
  "scans in the wrong order": (storage) => ({
    scan: async <Value>(collection: string, options: ScanOptions) =>
      (await storage.scan<Value>(collection, options)).toReversed(),
  }),
  "gives a page again": (storage) => ({
    scan: (collection, { after: _, ...options }) => storage.scan(collection, options as never),
  }),
  "gives what is not due": (storage) => ({
    scan: (collection, options) =>
      storage.scan(
        collection,
        options.dueBefore === undefined ? options : { ...options, dueBefore: Infinity },
      ),
  }),
  "says the versions in another order": (storage) => ({
    commit: async (writes) => {
      const result = await storage.commit(writes);
      return result.kind === "committed"
        ? { ...result, versions: result.versions.toReversed() }
        : result;
    },
  }),
  "reads what was there a while ago": (storage) => {
    const known = new Map<string, unknown>();
    return {
      get: async (keys) => {
        const found = await storage.get(keys);
        return keys.map(({ key }, index) => {
          const before = known.get(key);
          known.set(key, found[index]);
          return (before ?? found[index]) as never;
        });
      },
    };
  },
  "reads records one after the other": (storage) => ({
    get: async (keys) => {
      const found = [];
      for (const key of keys) {
        found.push(...(await storage.get([key])));
        await new Promise((resolve) => setImmediate(resolve));
      }
      return found as never;
    },
  }),
  "says there is a conflict, and has written": (storage) => ({
    commit: async (writes) => {
      const result = await storage.commit(writes);
      const [first] = writes;
      return result.kind === "committed" && first?.expected !== 0 && first?.value === undefined
        ? { kind: "conflict", key: first as never }
        : result;
    },
  }),
  "evicts nothing": (_storage, options) => {
    const roomy = createMemoryStorage({ ...options, clientBytes: 1_000_000_000 });
    return { ...roomy };
  },
  "evicts where it should refuse": (storage) => ({
    commit: (writes) =>
      storage.commit(
        writes.map((each) => ({
          ...each,
          owner: each.owner && { ...each.owner, atShare: "evict" as const },
        })),
      ),
  }),
  "evicts what should last": (storage) => ({
    commit: async (writes) => {
      const refused = writes.some(({ owner }) => owner?.atShare === "refuse");
      const asEvictable = writes.map((each) => ({
        ...each,
        owner: each.owner && { ...each.owner, atShare: "evict" as const },
      }));
      if (!refused) return storage.commit(asEvictable);
      const result = await storage.commit(writes);
      if (result.kind !== "committed") return result;
      // Under the account of what may be evicted.
      return storage.commit(
        asEvictable.map((each, n) => ({ ...each, expected: result.versions[n] ?? 0 })),
      );
    },
  }),
  "answers after it was closed": (storage) => ({ close: async () => void storage }),
};

describe("the suite finds an engine that", () => {
  it.each(Object.entries(BROKEN))("%s", async (_, breaks) => {
    const open = (options: OpenStorageOptions): Storage => {
      const storage = createMemoryStorage(options);
      return { ...storage, ...breaks(storage, options) };
    };
    const failed: string[] = [];
    for (const { title, run } of storageSuite({ open, seed: 1 }))
      await run().catch(() => failed.push(title));
    expect(failed).not.toEqual([]);
  });
});
