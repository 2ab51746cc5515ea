/**
 * The schemas inside of two schemas, paired by where they apply: members, items, conditions. These are generators, since
 * the pairing of conditions asks for comparisons, and pairs are compared in the order in which they are listed.
 */

import type { Node } from "../../model/node.js";
import { presenceText, unlessText, whereText } from "../facts/condition-text.js";
import { soleContained } from "../facts/contained.js";
import { restItems } from "../facts/tuples.js";
import { coveredMember, coverOfPatterns } from "../pairs/cover.js";
import type { MemberPair } from "../pairs/member.js";
import { anyNode, type SchemaRelations, type ValuePair } from "../pairs/value.js";
import { childPath, itemPath, keyPath } from "./payload-path.js";
import type { ChildPair, NodePair } from "./walk-context.js";

/** A member that both sides declare, or that one declares and a schema for members of any name covers on the other. */
export function declaredMemberChild(member: MemberPair, path: string): ChildPair | undefined {
  const covered = coveredMember(member);
  if (covered !== undefined) return { ...covered, path, inherited: { isCovered: true } };
  const { before, after, visibility } = member;
  if (before === undefined || after === undefined) return undefined;
  return {
    before: before.property.node,
    after: after.property.node,
    path,
    inherited: { isAnnounced: visibility.after?.isTransition === true },
  };
}

/** Members that are not named, and the names themselves. */
export function* unnamedMemberChildren(pair: ValuePair, above: string): Generator<ChildPair> {
  const { before, after } = nodesOf(pair);
  const path = childPath(above);
  yield* optionalChild(before.additionalProperties, after.additionalProperties, path);
  yield* optionalChild(before.unevaluatedProperties, after.unevaluatedProperties, path);
  const patterns = pairUp(
    before.patternProperties,
    after.patternProperties,
    (from, to) => from.pattern === to.pattern,
  );
  for (const [from, to] of patterns) yield { before: from.node, after: to.node, path };
  yield* coveredPatternChildren({ before, after }, path);
  const [from, ...otherFrom] = before.propertyNames;
  const [to, ...otherTo] = after.propertyNames;
  const isOne = otherFrom.length === 0 && otherTo.length === 0;
  if (isOne && from !== undefined && to !== undefined)
    yield { before: from, after: to, path: keyPath(above) };
}

/** Patterns of one side, with what the other demands of members of any name. */
function* coveredPatternChildren({ before, after }: NodePair, path: string): Generator<ChildPair> {
  const from = coverOfPatterns(before);
  const to = coverOfPatterns(after);
  const inherited = { isCovered: true };
  if (from !== undefined)
    for (const { node } of after.patternProperties)
      yield { before: from, after: node, path, inherited };
  if (to !== undefined)
    for (const { node } of before.patternProperties)
      yield { before: node, after: to, path, inherited };
}

export function* itemChildren(pair: ValuePair, above: string): Generator<ChildPair> {
  const { before, after } = nodesOf(pair);
  yield* positionChildren({ before, after }, above);
  const path = itemPath(above);
  // A side without `items` allows any, where its list stands.
  if (before.items !== undefined || after.items !== undefined)
    yield { before: before.items ?? anyNode(before), after: after.items ?? anyNode(after), path };
  yield* optionalChild(before.unevaluatedItems, after.unevaluatedItems, path);
  const [contained, other] = [soleContained(before), soleContained(after)];
  if (contained !== undefined && other !== undefined && haveSameCount(before, after))
    yield { before: contained, after: other, path, where: "in items that have to be there" };
}

function haveSameCount(before: Node, after: Node): boolean {
  return before.contains[0]?.min === after.contains[0]?.min;
}

/** Past the last position of one side, its `items` are compared with the other's positions. */
function* positionChildren({ before, after }: NodePair, above: string): Generator<ChildPair> {
  const shared = Math.min(before.prefixItems.length, after.prefixItems.length);
  const longest = Math.max(before.prefixItems.length, after.prefixItems.length);
  for (let index = 0; index < longest; index++) {
    const from = before.prefixItems[index] ?? before.items;
    const to = after.prefixItems[index] ?? after.items;
    if (from === undefined || to === undefined) continue;
    if (index < shared || restItems(before, after) === "schema")
      yield { before: from, after: to, path: itemPath(above, index) };
  }
}

/** The branches of conditions that are the same on both sides. */
export function* conditionChildren(
  pair: ValuePair,
  path: string,
  { areEquivalent }: SchemaRelations,
): Generator<ChildPair> {
  const { before, after } = nodesOf(pair);
  const conditionals = pairUp(before.conditionals, after.conditionals, (from, to) =>
    areEquivalent(from.if, to.if),
  );
  for (const [from, to] of conditionals)
    for (const branch of ["then", "else"] as const) {
      const where = branch === "then" ? whereText(to.if) : unlessText(to.if);
      for (const child of eitherChild(from[branch], to[branch], path)) yield { ...child, where };
    }
  const dependents = pairUp(
    before.dependentSchemas,
    after.dependentSchemas,
    (from, to) => from.name === to.name,
  );
  for (const [from, to] of dependents)
    yield { before: from.node, after: to.node, path, where: presenceText(to.name) };
}

function nodesOf({ before, after }: ValuePair): NodePair {
  return { before: before.node, after: after.node };
}

/** Nothing where a side refuses all values: closing and opening have rules of their own. */
function* optionalChild(
  before: Node | undefined,
  after: Node | undefined,
  path: string,
): Generator<ChildPair> {
  if (before?.never !== undefined || after?.never !== undefined) return;
  yield* eitherChild(before, after, path);
}

/** A side without a schema allows everything. */
function* eitherChild(
  before: Node | undefined,
  after: Node | undefined,
  path: string,
): Generator<ChildPair> {
  const stated = before ?? after;
  if (stated === undefined) return;
  yield { before: before ?? anyNode(stated), after: after ?? anyNode(stated), path };
}

/** Pairs each entry with the first equal one that is left: several branches may have the same condition. */
function pairUp<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  isSame: (from: Entry, to: Entry) => boolean,
): (readonly [Entry, Entry])[] {
  const left = [...after];
  return before.flatMap((from) => {
    const index = left.findIndex((to) => isSame(from, to));
    return index < 0 ? [] : left.splice(index, 1).map((to) => [from, to] as const);
  });
}
