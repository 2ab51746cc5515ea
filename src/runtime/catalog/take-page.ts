/** Takes a page from all results of a search, for businesses that have them in memory. */

import type { SearchPage } from "./create-search.js";

export interface TakenPage<Result> {
  readonly page: readonly Result[];
  /** The last result on the page, if others follow. */
  readonly next: Result | undefined;
  readonly total: number;
}

/**
 * Returns the results after the position in the given order, even if the result at that position no longer exists.
 * @param inOrder compares two positions like the argument of `Array.sort`; a result is a position with further
 * members
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
