/** A map that drops the least recently used entries when it exceeds its bounds. */

export interface RecentBounds {
  readonly entries: number;
  /** Limit of the sum of all weights. */
  readonly weight: number;
}

interface Weighed<Value> {
  readonly value: Value;
  readonly weight: number;
}

export class Recent<Value> {
  readonly #bounds: RecentBounds;
  /** Least recently used first, since maps preserve insertion order. */
  readonly #entries = new Map<string, Weighed<Value>>();
  #weight = 0;

  constructor(bounds: RecentBounds) {
    this.#bounds = bounds;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.entries && this.#weight <= this.#bounds.weight) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
