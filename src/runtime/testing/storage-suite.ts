/**
 * The contract of every `Storage`, as titled checks for any test runner. Each check opens its own empty storage and
 * throws what it found.
 */

import type { Storage } from "../storage/storage.js";
import type { Check } from "./checked-calls.js";
import { historyCheck } from "./random-histories.js";
import { RECORD_CHECKS } from "./record-checks.js";
import { SHARE, SHARE_CHECKS } from "./share-checks.js";

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
