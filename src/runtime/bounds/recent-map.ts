/** Maps of bounded size: keys that strangers choose cannot make them grow. */

interface RecentBounds {
  readonly entries: number;
  /** Limit of the sum of all weights. */
  readonly weight: number;
}

interface Weighed<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** A map that drops the least recently used entries when it exceeds its bounds. */
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

export class RecentMap<Value extends object | string> {
  // Maps keep insertion order, so the first entry is the least recently used.
  readonly #values = new Map<string, Value>();
  readonly #capacity: number;
  /** Its entry need not move, which costs more than a lookup. */
  #mostRecent: string | undefined;

  /** @param capacity the number of entries, of which the least recently used one is forgotten first */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && key !== this.#mostRecent) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#mostRecent = key;
    if (this.#values.size > this.#capacity)
      this.#values.delete(this.#values.keys().next().value as string);
  }
}
