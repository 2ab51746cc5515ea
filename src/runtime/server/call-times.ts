/**
 * Token buckets by name, using the generic cell rate algorithm (ITU-T I.371). Each bucket is one number, the time at
 * which it is full again, and the number of names is bounded.
 */

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
