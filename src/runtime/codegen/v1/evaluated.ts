/** Tracks what `unevaluatedProperties` and `unevaluatedItems` have seen of one object or array. */

export interface Evaluated {
  all: boolean;
  readonly keys: Set<string | number>;
  /** The functions that have marked what they evaluate. */
  readonly marked: Set<unknown>;
}

export function evaluated(): Evaluated {
  return { all: false, keys: new Set(), marked: new Set() };
}

/** True if a function has already marked what it evaluates. Records that it has. */
export function hasMarked(seen: Evaluated, mark: unknown): boolean {
  if (seen.marked.has(mark)) return true;
  seen.marked.add(mark);
  return false;
}

export function markEvaluated(seen: Evaluated, keys: readonly (string | number)[]): void {
  for (const key of keys) seen.keys.add(key);
}

/** `contains` evaluates the items that match it. */
export function markMatching(
  seen: Evaluated,
  items: readonly unknown[],
  fails: (value: unknown) => boolean,
): void {
  items.forEach((item, index) => {
    if (!fails(item)) seen.keys.add(index);
  });
}

export function isEvaluated(seen: Evaluated, key: string | number): boolean {
  return seen.all || seen.keys.has(key);
}
