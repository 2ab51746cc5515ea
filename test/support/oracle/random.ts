/** A seeded source of choices (mulberry32), so that one number brings a failure back. */

export interface Random {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Some of the items, in their order, at least `least`. */
  some<Item>(items: readonly Item[], least?: number): Item[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (below: number): number => Math.floor(next() * below);
  const pick = <Item>(items: readonly Item[]): Item => items[int(items.length)] as Item;
  return {
    int,
    pick,
    chance: (probability) => next() < probability,
    some(items, least = 0) {
      const chosen = items.filter(() => next() < 0.4);
      return chosen.length >= least ? chosen : items.slice(0, least);
    },
  };
}
