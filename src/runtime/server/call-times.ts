/**
 * Token buckets by name, using the generic cell rate algorithm (ITU-T I.371), in this process or shared by several.
 * Each bucket is one number, the time at which it is full again, and the number of names in memory is bounded.
 */

import { ABSENT, StorageError, type Storage, type StoredRecord } from "../storage/storage.js";
import { recordKey } from "../storage/record-key.js";
import { update } from "../storage/update.js";
import { createLanes } from "../time/lanes.js";

export interface Rate {
  /** Sustained calls per second. */
  readonly perSecond: number;
  /** Calls allowed at once after a pause. */
  readonly burst: number;
}

/**
 * The arithmetic of a bucket. `fullAt` is the time at which the bucket is full again, in milliseconds; undefined
 * means full.
 */
export class Bucket {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;

  /** @throws {RangeError} if the rate would never allow a call */
  constructor({ perSecond, burst }: Rate) {
    if (!(perSecond > 0 && Number.isFinite(perSecond)))
      throw new RangeError(`perSecond: expected a number above 0, found ${perSecond}`);
    if (!(burst >= 1 && Number.isFinite(burst)))
      throw new RangeError(`burst: expected a number of at least 1, found ${burst}`);
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
  }

  /** Milliseconds until a call is allowed. 0 if it is allowed now. */
  waitFor(fullAt: number | undefined, now: number): number {
    return Math.max(0, (fullAt ?? now) - now - this.#toleranceMs);
  }

  /** The number of calls that are allowed now. */
  left(fullAt: number | undefined, now: number): number {
    const spareMs = this.#toleranceMs - Math.max(0, (fullAt ?? now) - now);
    return spareMs < 0 ? 0 : Math.floor(spareMs / this.#intervalMs) + 1;
  }

  /** The new `fullAt` after the given number of calls. */
  after(fullAt: number | undefined, now: number, calls: number): number {
    return Math.max(fullAt ?? now, now) + calls * this.#intervalMs;
  }
}

export class CallTimes {
  /** Least recent callers first, so they are forgotten first. */
  readonly #fullAt = new Map<string, number>();
  readonly #bucket: Bucket;
  readonly #maxNames: number;

  /** @throws {RangeError} if the rate would never allow a call */
  constructor(rate: Rate, maxNames: number) {
    this.#bucket = new Bucket(rate);
    this.#maxNames = maxNames;
  }

  /** Milliseconds until `name` may call. 0 if it may call now. */
  waitFor(name: string, now: number): number {
    return this.#bucket.waitFor(this.#fullAt.get(name), now);
  }

  add(name: string, now: number): void {
    const fullAt = this.#bucket.after(this.#fullAt.get(name), now, 1);
    this.#fullAt.delete(name);
    this.#fullAt.set(name, fullAt);
    if (this.#fullAt.size > this.#maxNames) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const name of this.#fullAt.keys()) return void this.#fullAt.delete(name);
  }
}

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

interface SharedCallTimesOptions {
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
type SharedCallTimes = (name: string) => Promise<number | undefined>;

const COLLECTION = "call_rate";
/** A process takes a burst divided by this number at once. */
const PART = 10;
const PERMITS_MS = 1_000;
/** Tolerated difference between clocks. */
const CLOCKS_MS = 60_000;

/**
 * Token buckets shared by several processes, stored as records. A process takes several calls from a bucket at a time
 * and may use them for a second, so that few calls wait for the database.
 * @throws {RangeError} if the rate would never allow a call
 */
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
