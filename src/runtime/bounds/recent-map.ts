/** A map of bounded size: keys that strangers choose cannot make it grow. */

export class RecentMap<Value extends object | string> {
  // Maps keep insertion order, so the first entry is the least recently used.
  readonly #values = new Map<string, Value>();
  readonly #capacity: number;

  /** @param capacity the number of entries, of which the least recently used one is forgotten first */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity)
      this.#values.delete(this.#values.keys().next().value as string);
  }
}
