/**
 * The contract of every `Storage`, as titled checks for any test runner. Each check opens its own empty storage and
 * throws what it found. The last ones are of owners that use up their share.
 */

import type { Storage } from "../storage/storage.js";
import {
  type Check,
  commit,
  keysOf,
  put,
  removal,
  versionOf,
  expectEqual,
  expectTrue,
} from "./checked-calls.js";
import { historyCheck } from "./random-histories.js";
import { RECORD_CHECKS } from "./record-checks.js";

export interface OpenStorageOptions {
  /** Milliseconds since 1970. May jump, forwards and back. */
  readonly now: () => number;
  /** The share of an owner. */
  readonly clientBytes?: number | undefined;
  readonly maxBytes?: number | undefined;
}

export interface StorageSuiteOptions {
  /** Opens an empty storage each time. */
  readonly open: (options: OpenStorageOptions) => Promise<Storage> | Storage;
  /** Number of random histories to check. Default: 30. */
  readonly histories?: number | undefined;
  /** Seed of the random histories. Default: random. */
  readonly seed?: number | undefined;
}

export interface StorageCheck {
  readonly title: string;
  run(): Promise<void>;
}

const START = Date.UTC(2026, 0, 1);

/**
 * Returns checks of versions, atomicity, scans, time, shares and random histories. Each opens an empty storage with
 * `open`.
 * @example
 * ```ts
 * import test from "node:test";
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 * import { storageSuite } from "@proto-gen/runtime/testing";
 *
 * const checks = storageSuite({ open: (options) => createMemoryStorage(options), histories: 10 });
 * for (const { title, run } of checks) test(title, run);
 * ```
 */
export function storageSuite(options: StorageSuiteOptions): readonly StorageCheck[] {
  const checksWith = (
    checks: Readonly<Record<string, Check>>,
    more: Partial<OpenStorageOptions> = {},
  ): StorageCheck[] =>
    Object.entries(checks).map(([title, check]) => ({
      title,
      run: async () => {
        const clock = { time: START };
        const storage = await options.open({ now: () => clock.time, ...more });
        try {
          await check(storage, clock);
        } finally {
          await storage.close().catch(() => undefined);
        }
      },
    }));
  return [
    ...checksWith(RECORD_CHECKS),
    ...checksWith(SHARE_CHECKS, { clientBytes: SHARE, maxBytes: 100 * SHARE }),
    historyCheck(options),
  ];
}

/** Share of an owner, in bytes. */
const SHARE = 4_000;
const TEXT = "x".repeat(500);

const SHARE_CHECKS: Readonly<Record<string, Check>> = {
  "evicts what an owner with its share wrote longest ago, and nobody else's": async (storage) => {
    const owner = { client: "ada" };
    await commit(
      storage,
      put("other", { TEXT }, { owner: { client: "bob" } }),
      put("own", { TEXT }),
    );
    for (let n = 10; n < 40; n += 1) await commit(storage, put(`n${n}`, { TEXT }, { owner }));
    const keys = await keysOf(storage, { limit: 99 });
    expectTrue("others stay", keys.includes("other") && keys.includes("own"));
    const left = keys.filter((key) => key.startsWith("n"));
    expectTrue(
      `some are left, and some are gone: ${left.join()}`,
      left.length > 1 && left.length < 30,
    );
    expectEqual(
      "the last ones",
      left,
      Array.from(left, (_key, index) => `n${40 - left.length + index}`),
    );
  },

  "refuses what an owner with its share adds, and takes its changes and removals": async (
    storage,
  ) => {
    const owner = { client: "ada", atShare: "refuse" } as const;
    const kept: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const result = await storage.commit([put(`n${n}`, { TEXT }, { owner })]);
      if (result.kind === "committed") kept.push(`n${n}`);
      else expectEqual("the result", result, { kind: "refused" });
    }
    expectTrue(`some are refused: ${kept.length}`, kept.length > 1 && kept.length < 30);
    expectEqual("none is forgotten", (await keysOf(storage, { limit: 99 })).length, kept.length);
    const [first = "", second = "", third = ""] = kept;
    await commit(
      storage,
      put(first, { changed: true }, { owner, expected: await versionOf(storage, first) }),
    );
    await commit(storage, put("bob", { TEXT }, { owner: { ...owner, client: "bob" } }));
    await commit(storage, removal(second, await versionOf(storage, second)));
    await commit(storage, removal(third, await versionOf(storage, third)));
    await commit(storage, put("again", { TEXT }, { owner }));
  },

  "counts nothing that has expired for long": async (storage, clock) => {
    const owner = { client: "ada", atShare: "refuse" } as const;
    const more = { owner, expiresAt: clock.time + 10 };
    for (let n = 0; n < 30; n += 1) await storage.commit([put(`n${n}`, { TEXT }, more)]);
    clock.time += 1_000_000;
    // An engine may delete what has expired bit by bit, with the commits of anyone.
    for (let n = 0; n < 30; n += 1) await commit(storage, put(`other${n}`));
    await commit(storage, put("again", { TEXT }, { owner }));
  },

  "counts what may be evicted and what may not apart, and evicts none of the latter": async (
    storage,
  ) => {
    const owner = { client: "ada" };
    const lasting = { client: "ada", atShare: "refuse" } as const;
    await commit(storage, put("lasting", { TEXT }, { owner: lasting }));
    for (let n = 0; n < 30; n += 1) await commit(storage, put(`n${n}`, { TEXT }, { owner }));
    await commit(storage, put("another", { TEXT }, { owner: lasting }));
    expectTrue("it stays", (await versionOf(storage, "lasting")) > 0);
  },
};
