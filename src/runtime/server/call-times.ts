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

export class CallTimes {
  /** Those that called longest ago come first. */
  readonly #fullAt = new Map<string, number>();
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #maxNames: number;

  /** @throws {RangeError} for a rate that never lets anyone call */
  constructor({ perSecond, burst }: Rate, maxNames: number) {
    if (!(perSecond > 0 && Number.isFinite(perSecond)))
      throw new RangeError(`perSecond: expected a number above 0, found ${perSecond}`);
    if (!(burst >= 1 && Number.isFinite(burst)))
      throw new RangeError(`burst: expected a number of at least 1, found ${burst}`);
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
    this.#maxNames = maxNames;
  }

  /** Milliseconds until `name` may call; 0 for now. */
  waitFor(name: string, now: number): number {
    return Math.max(0, (this.#fullAt.get(name) ?? now) - now - this.#toleranceMs);
  }

  add(name: string, now: number): void {
    const fullAt = Math.max(this.#fullAt.get(name) ?? now, now) + this.#intervalMs;
    this.#fullAt.delete(name);
    this.#fullAt.set(name, fullAt);
    if (this.#fullAt.size > this.#maxNames) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const name of this.#fullAt.keys()) return void this.#fullAt.delete(name);
  }
}
