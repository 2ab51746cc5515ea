/**
 * Token buckets by name, as the generic cell rate algorithm (ITU-T I.371) keeps them: one number for each, the
 * time at which its bucket is full again. The number of names is bounded.
 */

export interface Rate {
  /** Calls that may come in a second for as long as one likes. */
  readonly perSecond: number;
  /** Calls that may come at once after a pause. */
  readonly burst: number;
}

/** Calculates with the time at which a bucket is full again, in milliseconds. A bucket without one is full. */
export class Bucket {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;

  /** @throws {RangeError} for a rate that never lets anyone call */
  constructor({ perSecond, burst }: Rate) {
    if (!(perSecond > 0 && Number.isFinite(perSecond)))
      throw new RangeError(`perSecond: expected a number above 0, found ${perSecond}`);
    if (!(burst >= 1 && Number.isFinite(burst)))
      throw new RangeError(`burst: expected a number of at least 1, found ${burst}`);
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
  }

  /** The time until a call may come; 0 for now. */
  waitFor(fullAt: number | undefined, now: number): number {
    return Math.max(0, (fullAt ?? now) - now - this.#toleranceMs);
  }

  /** Counts the calls that may come now. */
  left(fullAt: number | undefined, now: number): number {
    const spareMs = this.#toleranceMs - Math.max(0, (fullAt ?? now) - now);
    return spareMs < 0 ? 0 : Math.floor(spareMs / this.#intervalMs) + 1;
  }

  /** When it is full after so many calls. */
  after(fullAt: number | undefined, now: number, calls: number): number {
    return Math.max(fullAt ?? now, now) + calls * this.#intervalMs;
  }
}

export class CallTimes {
  /** Those that called longest ago come first. */
  readonly #fullAt = new Map<string, number>();
  readonly #bucket: Bucket;
  readonly #maxNames: number;

  /** @throws {RangeError} for a rate that never lets anyone call */
  constructor(rate: Rate, maxNames: number) {
    this.#bucket = new Bucket(rate);
    this.#maxNames = maxNames;
  }

  /** Milliseconds until `name` may call; 0 for now. */
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
