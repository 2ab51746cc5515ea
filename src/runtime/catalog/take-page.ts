/** Takes a page from all results of a search, for a business that has them in memory. */

import type { SearchPage } from "./create-search.js";

export interface TakenPage<Result> {
  readonly page: readonly Result[];
  /** The last result of the page if others follow it. */
  readonly next: Result | undefined;
  readonly total: number;
}

/**
 * The results that follow the position in the given order, whether or not the result of that position is still there.
 *
 * @param inOrder compares two positions as `Array.sort` does; a result is a position, with whatever else it has
 */
export function takePage<Position, Result extends Position>(
  results: readonly Result[],
  { limit, after }: SearchPage<Position>,
  inOrder: (one: Position, other: Position) => number,
): TakenPage<Result> {
  const sorted = [...results].sort(inOrder);
  const left = after === undefined ? sorted : sorted.filter((each) => inOrder(after, each) < 0);
  const page = left.slice(0, limit);
  return { page, next: left.length > limit ? page.at(-1) : undefined, total: results.length };
}
