/** Matches the alternatives of two unions: by name, then by shape, then by similarity. */

import type { Json } from "@proto-gen/runtime/json";
import { jsonValueSetOf } from "../../json-schema/json-values.js";
import { groupBy } from "../../group-by.js";
import type { Node } from "../../model/node.js";
import type { SideContext, Sides } from "../side.js";
import { allowsNothing, resolveValue as valueOfNode, type Value } from "./value.js";

export interface MatchedBranches {
  readonly pairs: readonly (readonly [Node, Node])[];
  readonly removed: readonly Node[];
  readonly added: readonly Node[];
}

const matched = new WeakMap<readonly Node[], WeakMap<readonly Node[], MatchedBranches>>();

/** The alternatives of a union on both sides. */
interface Branches {
  readonly before: readonly Node[];
  readonly after: readonly Node[];
}

type BranchPair = readonly [Node, Node];

/** Matches any two unions once, although several rules ask. */
export function matchBranches(sides: Sides, branches: Branches): MatchedBranches {
  const { before, after } = branches;
  const known = matched.get(before)?.get(after);
  if (known !== undefined) return known;
  // A branch that no value satisfies is not an alternative.
  const found = matchAnew(sides, {
    before: before.filter((each) => !allowsNothing(valueOf(sides.before, each))),
    after: after.filter((each) => !allowsNothing(valueOf(sides.after, each))),
  });
  const byAfter = matched.get(before) ?? new WeakMap<readonly Node[], MatchedBranches>();
  matched.set(before, byAfter.set(after, found));
  return found;
}

function matchAnew(sides: Sides, { before, after }: Branches): MatchedBranches {
  const pairs: BranchPair[] = [];
  const taken = new Set<Node>();
  const take = ([from, to]: BranchPair): void => {
    if (taken.has(from) || taken.has(to)) return;
    taken.add(from).add(to);
    pairs.push([from, to]);
  };
  const isFree = (each: Node): boolean => !taken.has(each);
  const free = (): Branches => ({ before: before.filter(isFree), after: after.filter(isFree) });
  for (const keyOf of [addressKey, shapeKey])
    for (const pair of pairsByKey(sides, free(), keyOf))
      if (similarity(sides, ...pair) > 0) take(pair);
  for (const pair of pairsBySimilarity(sides, free())) take(pair);
  return { pairs, removed: before.filter(isFree), added: after.filter(isFree) };
}

/** Pairs alternatives whose key is unique on both sides, which pairs most of a long list. */
function pairsByKey(
  sides: Sides,
  { before, after }: Branches,
  keyOf: (value: Value) => string | undefined,
): BranchPair[] {
  const from = groupBy(before, (node) => keyOf(valueOf(sides.before, node)));
  const to = groupBy(after, (node) => keyOf(valueOf(sides.after, node)));
  return [...from].flatMap(([key, [one, ...others]]) => {
    const [other, ...more] = to.get(key) ?? [];
    const isSole = key !== undefined && others.length === 0 && more.length === 0;
    return isSole && one !== undefined && other !== undefined ? [[one, other] as const] : [];
  });
}

/** Compares all pairs up to this number; beyond it, each alternative with the one at its index. */
const MAX_PAIRS = 10_000;

function pairsBySimilarity(sides: Sides, { before, after }: Branches): BranchPair[] {
  const isMany = before.length * after.length > MAX_PAIRS;
  const candidates = before.flatMap((from, index) =>
    (isMany ? after.slice(index, index + 1) : after).map((to) => ({
      from,
      to,
      rank: similarity(sides, from, to),
    })),
  );
  return candidates
    .filter(({ rank }) => rank > 0)
    .sort((left, right) => right.rank - left.rank)
    .map(({ from, to }) => [from, to]);
}

/** Its types, its values, its members, and the values of these. */
function shapeKey({ literals, types, node }: Value): string {
  const members = [...node.properties].map(([name, { node: member }]) => [
    name,
    member.values?.value,
  ]);
  return JSON.stringify([types, literals, members.sort()]);
}

const values = new WeakMap<SideContext, WeakMap<Node, Value>>();

/** Remembered, since an alternative is compared with many. */
function valueOf(context: SideContext, node: Node): Value {
  const ofContext = values.get(context) ?? new WeakMap<Node, Value>();
  values.set(context, ofContext);
  const value = ofContext.get(node) ?? valueOfNode(context, node);
  ofContext.set(node, value);
  return value;
}

/** 0: never the same alternative. */
function similarity(sides: Sides, from: Node, to: Node): number {
  const before = valueOf(sides.before, from);
  const after = valueOf(sides.after, to);
  const tags = sharedTags(before, after);
  if (tags === 0) return 0;
  if (addressKey(before) !== undefined && addressKey(before) === addressKey(after)) return 5;
  if (tags !== undefined) return 3 + tags;
  if (before.literals !== undefined && after.literals !== undefined)
    return haveCommon(before.literals, after.literals) ? 3 : 1;
  if (!shareType(before, after)) return 0;
  return 1 + sharedMembers(before, after);
}

/** The address of a named alternative; undefined for an inline one. */
function addressKey({ definition, context }: Value): string | undefined {
  if (definition === undefined) return undefined;
  const source = context.schemas.source(definition.origin.document);
  const document = context.side.addressOf(source?.document ?? definition.origin.document);
  return `${document}#${definition.origin.pointer}`;
}

/**
 * From 0 to 1: of the members that both require with literals of their own, how many have one in common; undefined
 * where there is no such member.
 */
function sharedTags(before: Value, after: Value): number | undefined {
  const tags = [...before.node.properties].flatMap(([name, property]) => {
    const other = after.node.properties.get(name);
    if (property.required === undefined || other?.required === undefined) return [];
    const values = property.node.values?.value;
    const others = other.node.values?.value;
    if (values === undefined || others === undefined) return [];
    return [haveCommon(values, others)];
  });
  return tags.length === 0 ? undefined : tags.filter((isShared) => isShared).length / tags.length;
}

function haveCommon(values: readonly Json[], others: readonly Json[]): boolean {
  const known = jsonValueSetOf(others);
  return values.some((value) => known.has(value));
}

function shareType({ types: from }: Value, { types: to }: Value): boolean {
  return from === undefined || to === undefined || from.some((type) => to.includes(type));
}

/** From 0 to 1. */
function sharedMembers({ node: from }: Value, { node: to }: Value): number {
  const names = new Set([...from.properties.keys(), ...to.properties.keys()]);
  const shared = [...names].filter((name) => from.properties.has(name) && to.properties.has(name));
  return names.size === 0 ? 0 : shared.length / names.size;
}
