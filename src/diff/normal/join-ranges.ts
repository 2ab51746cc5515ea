/** Branches that differ in one range alone, and whose ranges meet, as one branch: 1 to 3 or 2 to 5 is 1 to 5. */

import type { Rule, SimpleKeywordName } from "../../keywords/simple-keyword.js";
import { BOUNDS, rulesOf } from "../../keywords/simple-keywords.js";
import type { Node } from "../../model/node.js";
import { asInteger, compareBounds, type BoundRule } from "../facts/bounds.js";
import type { SetProver } from "../sets/set-prover.js";
import { isPlain } from "./relevant-rules.js";

/** The bounds of one measure: of values, of lengths, of counts. */
interface Measure {
  readonly lower: typeof BOUNDS;
  readonly upper: typeof BOUNDS;
}

const MEASURES: readonly Measure[] = [
  ...new Set(BOUNDS.map(({ bound }) => measureOf(bound.what))),
].map((measure) => {
  const all = BOUNDS.filter(({ bound }) => measureOf(bound.what) === measure);
  return {
    lower: all.filter(({ bound }) => bound.isLower),
    upper: all.filter(({ bound }) => !bound.isLower),
  };
});

/** `length` of `least length`. */
function measureOf(what: string): string {
  return what.slice(what.indexOf(" ") + 1);
}

const known = new WeakMap<readonly Node[], readonly Node[]>();

export function joinRanges(branches: readonly Node[], prover: SetProver): readonly Node[] {
  const found = known.get(branches) ?? joinAnew(branches, prover);
  known.set(branches, found);
  return found;
}

function joinAnew(branches: readonly Node[], prover: SetProver): readonly Node[] {
  const joined = [...branches];
  for (let index = 0; index < joined.length; index++)
    for (let other = index + 1; other < joined.length; other++) {
      const both = joinPair(joined[index]!, joined[other]!, prover);
      if (both === undefined) continue;
      joined.splice(other, 1);
      joined[index] = both;
      other = index;
    }
  return joined.length === branches.length ? branches : joined;
}

function joinPair(one: Node, other: Node, { likeness }: SetProver): Node | undefined {
  if (!isPlain(one) || !isPlain(other)) return undefined;
  for (const measure of MEASURES) {
    const [left, right] = [rangeOf(one, measure), rangeOf(other, measure)];
    if (!left.isStated || !right.isStated || !meet(left, right)) continue;
    if (!likeness.areAlike(left.rest, right.rest)) continue;
    const lower = looser(left.lower, right.lower, true);
    const upper = looser(left.upper, right.upper, false);
    return Object.freeze({ ...left.rest, ...ruleOf(lower), ...ruleOf(upper) });
  }
  return undefined;
}

interface Range {
  readonly isStated: boolean;
  readonly lower: BoundRule | undefined;
  readonly upper: BoundRule | undefined;
  /** The node without its range. */
  readonly rest: Node;
  /** Every step of the measure is whole. */
  readonly isWhole: boolean;
}

function rangeOf(node: Node, { lower, upper }: Measure): Range {
  const names = [...lower, ...upper].map(({ name }) => [name, undefined]);
  const isCount = lower[0]?.keyword.appliesTo !== "number";
  const isWhole = isCount || node.types?.value.includes("number") === false;
  const [low, high] = [tightest(node, lower, isWhole), tightest(node, upper, isWhole)];
  return {
    isStated: low !== undefined || high !== undefined,
    lower: low,
    upper: high,
    rest: { ...node, ...(Object.fromEntries(names) as Partial<Node>) },
    isWhole,
  };
}

function tightest(node: Node, bounds: typeof BOUNDS, isWhole: boolean): BoundRule | undefined {
  const all = bounds.flatMap(({ name, bound }) =>
    rulesOf(node, name).map((rule): BoundRule & { readonly isLower: boolean } => ({
      value: rule.value as number,
      isExclusive: bound.isExclusive,
      keyword: name,
      rule: rule as Rule<number>,
      isLower: bound.isLower,
    })),
  );
  const comparable = isWhole ? all.map((each) => ({ ...each, ...asInteger(each, each) })) : all;
  return comparable.sort((left, right) => compareBounds(right, left, right)).at(-1);
}

/** No value is between the two ranges. */
function meet(left: Range, right: Range): boolean {
  return reaches(left, right) && reaches(right, left);
}

function reaches({ lower, isWhole }: Range, { upper }: Range): boolean {
  if (lower === undefined || upper === undefined) return true;
  if (isWhole) return lower.value <= upper.value + 1;
  if (lower.value === upper.value) return !(lower.isExclusive && upper.isExclusive);
  return lower.value < upper.value;
}

function looser(
  left: BoundRule | undefined,
  right: BoundRule | undefined,
  isLower: boolean,
): BoundRule | undefined {
  return compareBounds({ isLower }, left, right) <= 0 ? left : right;
}

/** A bound of an integer is written as an end that is included. */
function ruleOf(bound: BoundRule | undefined): Partial<Node> {
  if (bound?.rule === undefined) return {};
  const { value, isExclusive, keyword, rule } = bound;
  const name = isExclusive ? keyword : keyword.replace(/^exclusiveM/, "m");
  return { [name as SimpleKeywordName]: { ...rule, value } };
}
