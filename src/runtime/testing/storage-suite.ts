/**
 * What every `Storage` does. In: a function that opens an empty one. Out: checks with titles, for any test runner; each opens
 * a storage of its own and throws what it has found.
 */

import type { Storage } from "../storage/storage.js";
import type { Check } from "./checked-calls.js";
import { historyCheck } from "./random-histories.js";
import { RECORD_CHECKS } from "./record-checks.js";
import { SHARE, SHARE_CHECKS } from "./share-checks.js";

export interface OpenStorageOptions {
  /** Milliseconds since 1970. Unlike a clock it may jump. */
  readonly now: () => number;
  /** The share of an owner. */
  readonly clientBytes?: number | undefined;
  readonly maxBytes?: number | undefined;
}

export interface StorageSuiteOptions {
  /** An empty storage, each time. */
  readonly open: (options: OpenStorageOptions) => Promise<Storage> | Storage;
  /** How many random histories are checked; 30 unless given. */
  readonly histories?: number | undefined;
  /** The seed of the random histories. */
  readonly seed?: number | undefined;
}

export interface StorageCheck {
  readonly title: string;
  run(): Promise<void>;
}

const START = Date.UTC(2026, 0, 1);

/** Checks of versions, of all or nothing, of scans, of time, of shares, and of random histories. */
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
