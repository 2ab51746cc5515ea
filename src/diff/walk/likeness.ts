/**
 * Pairs the schemas of two sides that are most alike. Certain pairs are made first, so that thousands of schemas that
 * all moved are not compared with each other.
 */

import { groupBy } from "../../group-by.js";
import type { NamedSchema, SharedSchema } from "../pairs/named-schemas.js";

/** From this share of common statements on, two schemas count as one. */
export const LIKENESS = 0.5;

export interface DescribedSchema {
  readonly schema: NamedSchema;
  /** The last part of its address. */
  readonly name: string;
  /** Each value in the schema with its path. */
  readonly statements: ReadonlySet<string>;
}

/** From 0 to 1. */
export function likeness(
  { statements: left }: DescribedSchema,
  { statements: right }: DescribedSchema,
): number {
  let shared = 0;
  for (const each of left) if (right.has(each)) shared++;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Pairs those of one name that are alike; then those with the same statements; then whatever is most alike. */
export function pairMostAlike(
  removed: readonly DescribedSchema[],
  targets: readonly DescribedSchema[],
): SharedSchema[] {
  // Sorted, so that of several that are equally alike the same are paired, whatever the order of the files.
  const pool: Pool = {
    left: new Set(removed.toSorted(byAddress)),
    right: new Set(targets.toSorted(byAddress)),
    pairs: [],
  };
  pairNamesakes(pool);
  pairEqual(pool);
  pairBest(
    pool,
    [...pool.left].flatMap((before) => rankCandidates(before, [...pool.right])),
  );
  return pool.pairs;
}

/** The schemas that are not paired yet, and the pairs so far. */
interface Pool {
  readonly left: Set<DescribedSchema>;
  readonly right: Set<DescribedSchema>;
  readonly pairs: SharedSchema[];
}

function pairNamesakes(pool: Pool): void {
  const byName = groupBy([...pool.right], ({ name }) => name);
  const namesakes = [...pool.left].flatMap((before) =>
    rankCandidates(before, byName.get(before.name) ?? []),
  );
  pairBest(
    pool,
    namesakes.filter(({ rank }) => rank >= 2 * LIKENESS),
  );
}

function pairEqual(pool: Pool): void {
  const byText = groupBy([...pool.right], textOf);
  for (const before of [...pool.left]) {
    const same = byText.get(textOf(before))?.find((each) => pool.right.has(each));
    if (same !== undefined) pair(pool, before, same);
  }
}

function pairBest(pool: Pool, candidates: readonly Candidate[]): void {
  for (const { before, after } of candidates.toSorted((one, other) => other.rank - one.rank))
    if (pool.left.has(before) && pool.right.has(after)) pair(pool, before, after);
}

function pair({ left, right, pairs }: Pool, before: DescribedSchema, after: DescribedSchema): void {
  left.delete(before);
  right.delete(after);
  pairs.push({ before: before.schema, after: after.schema });
}

function byAddress({ schema: left }: DescribedSchema, { schema: right }: DescribedSchema): number {
  return left.address < right.address ? -1 : 1;
}

interface Candidate {
  readonly before: DescribedSchema;
  readonly after: DescribedSchema;
  readonly rank: number;
}

/** The same name counts more than any text. */
function rankCandidates(before: DescribedSchema, targets: readonly DescribedSchema[]): Candidate[] {
  return targets
    .map((after) => ({
      before,
      after,
      rank: likeness(before, after) + (before.name === after.name ? LIKENESS : 0),
    }))
    .filter(({ rank }) => rank >= LIKENESS);
}

function textOf({ statements }: DescribedSchema): string {
  return JSON.stringify([...statements].sort());
}
