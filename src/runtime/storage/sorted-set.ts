/** A sorted set as a B+ tree: adding, removing and finding a position take logarithmic time (ADR 101). */

import BTreeModule from "sorted-btree";

export interface SortedSet<Item> {
  add(item: Item): void;
  remove(item: Item): void;
  first(): Item | undefined;
  /** Iterates from after `behind`, which need not be in the set. */
  forwards(behind?: Item): Iterable<Item>;
  clear(): void;
}

// The package is CommonJS: Node puts its exports into `default`, bundlers the class.
const BTree = ((BTreeModule as { readonly default?: unknown }).default ??
  BTreeModule) as typeof BTreeModule.default;

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
