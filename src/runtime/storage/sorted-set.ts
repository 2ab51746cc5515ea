/** A set in an order, as a B+ tree: adding, removing and finding a place take logarithmic time (ADR 101). */

import BTreeModule from "sorted-btree";

export interface SortedSet<Item> {
  add(item: Item): void;
  remove(item: Item): void;
  first(): Item | undefined;
  /** Beginning behind an item, which need not be there. */
  forwards(behind?: Item): Iterable<Item>;
  clear(): void;
}

// The package is CommonJS: Node gives its exports as `default`, bundlers the class.
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
