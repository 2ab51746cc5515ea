/** Some of many cases, evenly spread over them: a quick run judges few, a full run all. */

import { runs, seed } from "../random.js";

/**
 * @param name for `test/support/random.ts`: `<name>_RUNS` is how many cases at most, `<name>_SEED` where they begin
 * @param quick how many in a quick run
 */
export function sampled<Item>(name: string, items: readonly Item[], quick: number): Item[] {
  const size = Math.min(items.length, runs(name, { quick, full: Number.MAX_SAFE_INTEGER }));
  const step = items.length / size;
  const first = seed(name) % Math.max(1, Math.floor(step));
  return Array.from({ length: size }, (_, at) => items[first + Math.floor(at * step)] as Item);
}
