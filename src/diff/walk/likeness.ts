/**
 * Which schema is most like which. In: schemas of two sides, with what they say. Out: pairs. What is certain is paired
 * first, so that thousands that all moved are not held against each other.
 */

import { groupBy } from "../../model/group-by.js";
import type { NamedSchema } from "../pairs/definitions.js";
import type { MovedSchema } from "./moved-schemas.js";

/** The share of what two schemas say that both say, from which on they are one. */
export const LIKENESS = 0.5;

export interface Described {
  readonly schema: NamedSchema;
  /** The last part of its address. */
  readonly name: string;
  /** Each value in it with its place. */
  readonly says: ReadonlySet<string>;
}

/** From 0 to 1. */
export function likeness({ says: left }: Described, { says: right }: Described): number {
  let shared = 0;
  for (const each of left) if (right.has(each)) shared++;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Those of one name that are like each other; those that say the same; then whatever is most alike. */
export function likest(gone: readonly Described[], targets: readonly Described[]): MovedSchema[] {
  const pairs: MovedSchema[] = [];
  // Of several that are equally alike the same are paired, in whatever order the files are read.
  const left = new Set(gone.toSorted(byAddress));
  const right = new Set(targets.toSorted(byAddress));
  const pair = (before: Described, after: Described): void => {
    left.delete(before);
    right.delete(after);
    pairs.push({ before: before.schema, after: after.schema });
  };
  const byName = groupBy([...right], ({ name }) => name);
  const namesakes = [...left].flatMap((before) => ranked(before, byName.get(before.name) ?? []));
  takeBest(namesakes.filter(({ rank }) => rank >= 2 * LIKENESS));
  const byText = groupBy([...right], textOf);
  for (const before of [...left]) {
    const same = byText.get(textOf(before))?.find((each) => right.has(each));
    if (same !== undefined) pair(before, same);
  }
  takeBest([...left].flatMap((before) => ranked(before, [...right])));
  return pairs;

  function takeBest(candidates: readonly Candidate[]): void {
    for (const { before, after } of candidates.toSorted((one, other) => other.rank - one.rank))
      if (left.has(before) && right.has(after)) pair(before, after);
  }
}

function byAddress({ schema: left }: Described, { schema: right }: Described): number {
  return left.address < right.address ? -1 : 1;
}

interface Candidate {
  readonly before: Described;
  readonly after: Described;
  readonly rank: number;
}

/** A name that stayed counts more than any text. */
function ranked(before: Described, targets: readonly Described[]): Candidate[] {
  return targets
    .map((after) => ({
      before,
      after,
      rank: likeness(before, after) + (before.name === after.name ? LIKENESS : 0),
    }))
    .filter(({ rank }) => rank >= LIKENESS);
}

function textOf({ says }: Described): string {
  return JSON.stringify([...says].sort());
}
