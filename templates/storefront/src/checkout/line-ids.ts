/**
 * Ids of lines, which last from update to update. In: what is asked for, and the lines before. Out: the id of each,
 * one after the other, in time that grows with the lines and no faster.
 */

import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";

type Line = Checkout["line_items"][number];
type Asked = CheckoutUpdateRequest["line_items"][number];

/** A line keeps its id: the one that the platform names, or that of its item before. */
export function createLineIds(
  asked: readonly Asked[],
  before: readonly Line[],
): (asked: Asked, item: string) => string {
  const known = new Set(before.map(({ id }) => id));
  const taken = new Set<string>();
  const unnamed = unnamedOf(asked, before);
  const counts = new Map<string, number>();

  function named({ id }: Asked): string | undefined {
    return id !== undefined && known.has(id) && !taken.has(id) ? id : undefined;
  }

  function newId(item: string): string {
    let count = counts.get(item) ?? 0;
    do count += 1;
    while (known.has(`${item}-${count}`));
    counts.set(item, count);
    return `${item}-${count}`;
  }

  return (each, item) => {
    const id = named(each) ?? unnamed.get(item)?.pop() ?? newId(item);
    taken.add(id);
    return id;
  };
}

/** Of each item the ids that nobody names, the first one last. */
function unnamedOf(
  asked: readonly Asked[],
  before: readonly Line[],
): ReadonlyMap<string, string[]> {
  const names = new Set(asked.map(({ id }) => id));
  const unnamed = new Map<string, string[]>();
  for (const { id, item } of [...before].reverse()) {
    if (names.has(id)) continue;
    const ids = unnamed.get(item.id) ?? [];
    ids.push(id);
    unnamed.set(item.id, ids);
  }
  return unnamed;
}
