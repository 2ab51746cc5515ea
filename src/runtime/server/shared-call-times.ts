/**
 * Token buckets that processes share, by name, as records of a storage. A process takes several calls at a time from a bucket, so
 * that few calls wait for the database, and has them for a second.
 */

import {
  ABSENT,
  recordKey,
  StorageError,
  update,
  type Storage,
  type StoredRecord,
} from "../storage/index.js";
import { createLanes } from "../time/lanes.js";
import { Bucket, type Rate } from "./call-times.js";

interface BucketRecord {
  /** Milliseconds since 1970. */
  readonly fullAt: number;
}

/** Calls that this process may let through. */
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

/** Counts a call. @returns milliseconds until `name` may call, where it may not now. Rejects with `StorageError`. */
export type SharedCallTimes = (name: string) => Promise<number | undefined>;

const COLLECTION = "call_rate";
/** The part of a burst that a process takes at once. */
const PART = 10;
const PERMITS_MS = 1_000;
/** So far clocks may be apart. */
const CLOCKS_MS = 60_000;

/** @throws {RangeError} for a rate that never lets anyone call */
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

  /** False where this process has none left. */
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
    // A bucket that is full need not be remembered, whatever the clock of the database says.
    const expiresAt = value.fullAt + CLOCKS_MS;
    const write = { collection: COLLECTION, key, value, expected, expiresAt };
    return { writes: [write], result };
  }

  async function take(name: string): Promise<number | undefined> {
    // Another call may have taken some meanwhile.
    if (spend(name)) return undefined;
    const key = await recordKey(name);
    const { permits, waitMs } = await update<BucketRecord, Taken>(
      store,
      { collection: COLLECTION, key },
      (found) => taking(found, key),
      () => new StorageError("the calls of a principal could not be counted"),
    );
    if (permits === 0) return waitMs;
    hold(name, { left: permits - 1, endsAt: now() + PERMITS_MS });
    return undefined;
  }

  return async (name) => (spend(name) ? undefined : inTurn(name, () => take(name)));
}
