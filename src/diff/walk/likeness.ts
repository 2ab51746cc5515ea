/**
 * Which schema is most like which. In: schemas of two sides, with what they say. Out: pairs. What is certain is paired
 * first, so that thousands that all moved are not held against each other.
 */

import { groupBy } from "../../model/group-by.js";
import type { NamedSchema } from "../pairs/definitions.js";
import type { MovedSchema } from "./moved-schemas.js";

/** The share of what two schemas say that both say, from which on they are one. */
export const LIKENESS = 0.5;

export interface DescribedSchema {
  readonly schema: NamedSchema;
  /** The last part of its address. */
  readonly name: string;
  /** Each value in it with its place. */
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

/** Those of one name that are like each other; those that say the same; then whatever is most alike. */
export function pairMostAlike(
  gone: readonly DescribedSchema[],
  targets: readonly DescribedSchema[],
): MovedSchema[] {
  const pairs: MovedSchema[] = [];
  // Of several that are equally alike the same are paired, in whatever order the files are read.
  const left = new Set(gone.toSorted(byAddress));
  const right = new Set(targets.toSorted(byAddress));
  const pair = (before: DescribedSchema, after: DescribedSchema): void => {
    left.delete(before);
    right.delete(after);
    pairs.push({ before: before.schema, after: after.schema });
  };
  const byName = groupBy([...right], ({ name }) => name);
  const namesakes = [...left].flatMap((before) =>
    rankCandidates(before, byName.get(before.name) ?? []),
  );
  takeBest(namesakes.filter(({ rank }) => rank >= 2 * LIKENESS));
  const byText = groupBy([...right], textOf);
  for (const before of [...left]) {
    const same = byText.get(textOf(before))?.find((each) => right.has(each));
    if (same !== undefined) pair(before, same);
  }
  takeBest([...left].flatMap((before) => rankCandidates(before, [...right])));
  return pairs;

  function takeBest(candidates: readonly Candidate[]): void {
    for (const { before, after } of candidates.toSorted((one, other) => other.rank - one.rank))
      if (left.has(before) && right.has(after)) pair(before, after);
  }
}

function byAddress({ schema: left }: DescribedSchema, { schema: right }: DescribedSchema): number {
  return left.address < right.address ? -1 : 1;
}

interface Candidate {
  readonly before: DescribedSchema;
  readonly after: DescribedSchema;
  readonly rank: number;
}

/** A name that stayed counts more than any text. */
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
