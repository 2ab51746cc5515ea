/**
 * The condition that `oneOf` adds to `anyOf`: no value is two of the alternatives. It counts where a value that the other
 * side allows may be two of them; that two cannot share such a value has to be proven.
 */

import { type Json, parsePointer } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { createCommonInstance } from "../../model/instance/create-instance.js";
import { satisfies } from "../../model/instance/satisfies.js";
import type { Node } from "../../model/node.js";
import { MAX_COMPARED_BRANCHES } from "../normal/normal-union.js";
import { matchBranches } from "../pairs/branches.js";
import type { Value, ValuePair } from "../pairs/value.js";
import { branchText } from "./branch-text.js";
import { valueText } from "./text.js";

export interface Overlap {
  readonly text: string;
  readonly at: SchemaAddress;
  /** A value is known that is both, so that it is refused for sure. */
  readonly isCertain: boolean;
}

/** Two alternatives of one union. */
type BranchPair = readonly [Node, Node];

/** The values that the `oneOf` of one side refuses, since they are two of its alternatives, and the other side allows. */
export function overlapsOf(pair: ValuePair, side: "before" | "after"): Overlap[] {
  const [value, other] = side === "before" ? [pair.before, pair.after] : [pair.after, pair.before];
  const [branches = []] = value.node.oneOf;
  if (value.branches !== branches) return [];
  if (branches.length > MAX_COMPARED_BRANCHES)
    return hasBranches(pair, other, branches) ? [] : [overlapOfMany(value, branches)];
  return pairsOf(branches)
    .filter((both) => !pair.areDisjoint([other.node, ...both]))
    .slice(0, MAX_OVERLAPS)
    .map((both) => overlapOf(value, other, { both, hadOverlap: hadOverlap(pair, side, both) }));
}

/** Of one union that is reported. */
const MAX_OVERLAPS = 12;

function pairsOf(branches: readonly Node[]): BranchPair[] {
  return branches.flatMap((one, index) =>
    branches.slice(index + 1).map((other): BranchPair => [one, other]),
  );
}

/** The other side's `oneOf` has the same alternatives, and so refuses the same values. */
function hasBranches(pair: ValuePair, other: Value, branches: readonly Node[]): boolean {
  const [known = []] = other.node.oneOf;
  return branches.every((each, index) => {
    const candidate = known[index];
    return candidate !== undefined && pair.areEquivalent(candidate, each);
  });
}

function overlapOfMany({ at }: Value, branches: readonly Node[]): Overlap {
  return {
    text: `no value may match two of ${branches.length} alternatives`,
    at: branches[0]?.origin ?? at,
    isCertain: false,
  };
}

interface OverlapPair {
  readonly both: BranchPair;
  readonly hadOverlap: boolean;
}

function overlapOf(value: Value, other: Value, { both, hadOverlap }: OverlapPair): Overlap {
  const [one, two] = namesOf(value, both);
  const example = exampleOf([other.node, ...both]);
  const reason =
    example === undefined
      ? ", and it cannot be shown that none does"
      : `: ${valueText(example)} does`;
  return {
    text: `no value may match both ${one} and ${two}${reason}`,
    at: both[1].origin,
    isCertain: example !== undefined && !hadOverlap,
  };
}

/** The other side has the same two alternatives, which share values there, too: now they share others. */
function hadOverlap(pair: ValuePair, side: "before" | "after", both: BranchPair): boolean {
  const [before, after] = [pair.before.node.oneOf[0], pair.after.node.oneOf[0]];
  if (before === undefined || after === undefined) return false;
  const sides = { before: pair.before.context, after: pair.after.context };
  const { pairs } = matchBranches(sides, { before, after });
  const counterparts = both.flatMap((branch) =>
    pairs.flatMap(([from, to]) =>
      (side === "before" ? from : to) === branch ? [side === "before" ? to : from] : [],
    ),
  );
  return counterparts.length === 2 && !pair.areDisjoint(counterparts);
}

/** With their places in the union, where both have one name. */
function namesOf({ context }: Value, [one, two]: BranchPair): readonly [string, string] {
  const [first, second] = [branchText(context, one), branchText(context, two)];
  if (first !== second) return [first, second];
  const placed = (name: string, { origin }: Node): string =>
    `${name} (${parsePointer(origin.pointer).slice(-2).join("/")})`;
  return [placed(first, one), placed(second, two)];
}

function exampleOf(nodes: readonly [Node, ...Node[]]): Json | undefined {
  for (const optional of ["none", "all"] as const) {
    const found = createCommonInstance(nodes, { optional });
    if (found !== undefined && nodes.every((each) => satisfies(each, found))) return found;
  }
  return undefined;
}
