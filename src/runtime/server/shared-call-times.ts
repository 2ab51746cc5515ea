/**
 * Token buckets shared by several processes, stored as records. A process takes several calls from a bucket at a time
 * and may use them for a second, so that few calls wait for the database.
 */

import { ABSENT, StorageError, type Storage, type StoredRecord } from "../storage/storage.js";
import { recordKey } from "../storage/record-key.js";
import { update } from "../storage/update.js";
import { createLanes } from "../time/lanes.js";
import { Bucket, type Rate } from "./call-times.js";

interface BucketRecord {
  /** Milliseconds since 1970. */
  readonly fullAt: number;
}

/** Calls that this process has taken and may let through. */
interface Permits {
  readonly left: number;
  readonly endsAt: number;
}

interface Taken {
  readonly permits: number;
  readonly waitMs: number;
}

export interface SharedCallTimesOptions {
  readonly store: Storage;
  readonly rate: Rate;
  readonly maxNames: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Counts a call. @returns milliseconds until `name` may call, or undefined if it may call now. Rejects with
 * `StorageError`.
 */
export type SharedCallTimes = (name: string) => Promise<number | undefined>;

const COLLECTION = "call_rate";
/** A process takes a burst divided by this number at once. */
const PART = 10;
const PERMITS_MS = 1_000;
/** Tolerated difference between clocks. */
const CLOCKS_MS = 60_000;

/** @throws {RangeError} if the rate would never allow a call */
export function createSharedCallTimes({
  store,
  rate,
  maxNames,
  now,
}: SharedCallTimesOptions): SharedCallTimes {
  const bucket = new Bucket(rate);
  const atOnce = Math.max(1, Math.floor(rate.burst / PART));
  const held = new Map<string, Permits>();
  const inTurn = createLanes();

  function hold(name: string, permits: Permits): void {
    held.delete(name);
    if (permits.left > 0) held.set(name, permits);
    if (held.size <= maxNames) return;
    for (const first of held.keys()) return void held.delete(first);
  }

  /** False if this process has no calls left. */
  function spend(name: string): boolean {
    const permits = held.get(name);
    if (permits === undefined) return false;
    const isOver = permits.endsAt <= now();
    hold(name, { ...permits, left: isOver ? 0 : permits.left - 1 });
    return !isOver;
  }

  function taking(found: StoredRecord<BucketRecord> | undefined, key: string) {
    const time = now();
    const fullAt = found?.value.fullAt;
    const permits = Math.min(atOnce, bucket.left(fullAt, time));
    const result: Taken = { permits, waitMs: bucket.waitFor(fullAt, time) };
    if (permits === 0) return { result };
    const value: BucketRecord = { fullAt: bucket.after(fullAt, time, permits) };
    const expected = found?.version ?? ABSENT;
    // A full bucket needs no record; the margin covers the clock of the database.
    const expiresAt = value.fullAt + CLOCKS_MS;
    const write = { collection: COLLECTION, key, value, expected, expiresAt };
    return { writes: [write], result };
  }

  async function take(name: string): Promise<number | undefined> {
    // A concurrent call may have refilled it meanwhile.
    if (spend(name)) return undefined;
    const key = await recordKey(name);
    const { permits, waitMs } = await update<BucketRecord, Taken>(
      store,
      { collection: COLLECTION, key },
      (found) => taking(found, key),
      () =>
        new StorageError("counting a principal's calls failed: concurrent writes kept interfering"),
    );
    if (permits === 0) return waitMs;
    hold(name, { left: permits - 1, endsAt: now() + PERMITS_MS });
    return undefined;
  }

  return async (name) => (spend(name) ? undefined : inTurn(name, () => take(name)));
}
