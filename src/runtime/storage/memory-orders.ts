/** The orders in which a storage in memory finds its records. */

import BTreeModule from "sorted-btree";
// The package is CommonJS: Node puts its exports into `default`, bundlers the class.
const BTree = ((BTreeModule as { readonly default?: unknown }).default ??
  BTreeModule) as typeof BTreeModule.default;

/** A sorted set as a B+ tree: adding, removing and finding a position take logarithmic time (ADR 101). */
export interface SortedSet<Item> {
  add(item: Item): void;
  remove(item: Item): void;
  first(): Item | undefined;
  /** Iterates from after `behind`, which need not be in the set. */
  forwards(behind?: Item): Iterable<Item>;
  clear(): void;
}

export function createSortedSet<Item>(
  compare: (left: Item, right: Item) => number,
): SortedSet<Item> {
  const tree = new BTree<Item, undefined>(undefined, compare);
  return {
    add: (item) => void tree.set(item, undefined),
    remove: (item) => void tree.delete(item),
    first: () => tree.minKey(),
    *forwards(behind) {
      for (const [item] of tree.entries(behind))
        if (behind === undefined || compare(item, behind) > 0) yield item;
    },
    clear: () => tree.clear(),
  };
}

/** Items that expire within the same period share a set, the first added first. */
const PERIOD_MS = 100;

/**
 * Finds items that have expired, each within `PERIOD_MS` of its time. Adding and removing take constant time, unlike in
 * a sorted set: most writes are of records that expire.
 */
export class ExpiryQueue<Item extends { readonly expiresAt: number }> {
  readonly #byPeriod = new Map<number, Set<Item>>();
  readonly #periods = createSortedSet<number>((left, right) => left - right);

  add(item: Item): void {
    const period = periodOf(item);
    const items = this.#byPeriod.get(period);
    if (items !== undefined) return void items.add(item);
    this.#byPeriod.set(period, new Set([item]));
    this.#periods.add(period);
  }

  remove(item: Item): void {
    const period = periodOf(item);
    const items = this.#byPeriod.get(period);
    items?.delete(item);
    if (items?.size !== 0) return;
    this.#byPeriod.delete(period);
    this.#periods.remove(period);
  }

  expired(time: number): Item | undefined {
    const period = this.#periods.first();
    if (period === undefined) return undefined;
    const [first] = this.#byPeriod.get(period) ?? [];
    const isOver = (period + 1) * PERIOD_MS <= time;
    return first !== undefined && (isOver || first.expiresAt <= time) ? first : undefined;
  }

  clear(): void {
    this.#byPeriod.clear();
    this.#periods.clear();
  }
}

function periodOf({ expiresAt }: { readonly expiresAt: number }): number {
  return Math.floor(expiresAt / PERIOD_MS);
}
