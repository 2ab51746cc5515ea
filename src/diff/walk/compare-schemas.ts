/** Runs the rules over two schemas and everything inline in them, down to references, which become links. */

import type { Definition, Node } from "../../model/node.js";
import { normalNode } from "../normal/normal-node.js";
import { branchesByType } from "../normal/relevant-rules.js";
import { matchBranches } from "../pairs/branches.js";
import { memberPair } from "../pairs/member.js";
import type { Value, ValuePair } from "../pairs/value.js";
import {
  conditionChildren,
  declaredMemberChild,
  itemChildren,
  unnamedMemberChildren,
} from "./child-pairs.js";
import {
  haveDisjointTypes,
  isAuthored,
  isNamedInPlace,
  isUnionBeside,
  linkTarget,
  losesConstraints,
} from "./pair-forms.js";
import { memberPath } from "./payload-path.js";
import { addRemainder } from "./remainders.js";
import { runRules, valuePair, valuesOf } from "./run-rules.js";
import type {
  ChildPair,
  DefinitionFindings,
  FindingsBuilder,
  InheritedContext,
  NodePair,
  ValueSides,
  WalkContext,
  WalkPosition,
} from "./walk-context.js";

/** The findings of a pair of definitions, which `comparePending` fills in. Each pair is compared once. */
export function findingsOfDefinitions(
  context: WalkContext,
  before: Definition,
  after: Definition,
): DefinitionFindings {
  const key = `${before.key} | ${after.key}`;
  const known = context.definitionFindings.get(key);
  if (known !== undefined) return known;
  const target: FindingsBuilder & DefinitionFindings = { before, after, findings: [], links: [] };
  context.definitionFindings.set(key, target);
  context.pending.push(target);
  return target;
}

/** Compares the pairs of definitions that were asked for, and those that they lead to. */
export function comparePending(context: WalkContext): void {
  const { pending } = context;
  for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
    const { before, after } = target;
    const values = valuesOf(context, { before: before.node, after: after.node });
    compareValues({ context, path: "", target }, values, {});
  }
}

function compareNodes(
  position: WalkPosition,
  nodes: NodePair,
  inherited: InheritedContext = {},
): void {
  const { context, path, target } = position;
  const values = valuesOf(context, nodes);
  const before = linkTarget(normalOf(nodes.before, values.before), values.before);
  const after = linkTarget(normalOf(nodes.after, values.after), values.after);
  if (before === undefined || after === undefined || before === after) {
    compareValues(position, values, inherited);
    return;
  }
  // Only the annotations beside the references: the rest belongs to the definitions.
  const references = valuePair(
    context,
    {
      before: withOwnAnnotations(values.before, nodes.before),
      after: withOwnAnnotations(values.after, nodes.after),
    },
    inherited,
  );
  if (inherited.isCovered !== true) runRules(position, (rule) => rule.annotations?.(references));
  // Definitions are compared without what is above: where that makes their difference none, they are left out.
  const { areEquivalent } = context.relations;
  if (inherited.isSameSet === true && !areEquivalent(before.node, after.node)) return;
  target.links.push({ path, to: findingsOfDefinitions(context, before, after) });
}

function normalOf(node: Node, { context }: Value): Node {
  return normalNode(node, context.sets);
}

function withOwnAnnotations(value: Value, { annotations, content }: Node): Value {
  return { ...value, annotations, content };
}

function compareValues(
  position: WalkPosition,
  values: ValueSides,
  inherited: InheritedContext,
): void {
  const { comparing } = position.context;
  const [before, after] = [values.before.node, values.after.node];
  const others = comparing.get(before) ?? new Set();
  if (others.has(after)) return;
  comparing.set(before, others.add(after));
  const { findings, links } = position.target;
  const [findingCount, linkCount] = [findings.length, links.length];
  const pair = valuePair(position.context, values, inherited);
  comparePair(position, pair, inherited);
  // Where links lead on, what they lead to is compared later.
  if (links.length === linkCount) addRemainder(position, pair, findings.slice(findingCount));
  others.delete(after);
}

function comparePair(position: WalkPosition, pair: ValuePair, inherited: InheritedContext): void {
  const { before, after } = pair;
  if (compareAlternatives(position, pair)) return;
  if (isAuthored(before) && isAuthored(after) && inherited.isCovered !== true)
    runRules(position, (rule) => rule.annotations?.(pair));
  if (pair.isSameSet) {
    compareParts(position, pair);
    return;
  }
  const areDisjoint = haveDisjointTypes(before, after);
  if (!areDisjoint) runRules(position, (rule) => rule.forms?.(pair));
  runRules(position, (rule) => (areDisjoint ? rule.replacements : rule.values)?.(pair));
  // A schema that becomes unconstrained, or stops being so, is one change: its parts are not reported again.
  if (areDisjoint || losesConstraints(before, after) || losesConstraints(after, before)) return;
  compareParts(position, pair);
}

function compareParts(position: WalkPosition, pair: ValuePair): void {
  compareMembers(position, pair);
  compareChildren(position, pair, itemChildren(pair, position.path));
  compareBranches(position, pair);
  const { relations } = position.context;
  compareChildren(position, pair, conditionChildren(pair, position.path, relations));
}

/** One schema became one of several, or the reverse: it is compared with each of them. */
function compareAlternatives(position: WalkPosition, pair: ValuePair): boolean {
  const { before, after } = pair;
  const splits = isUnionBeside(after, before);
  if (!splits && !isUnionBeside(before, after)) return false;
  if (pair.isSameSet) return true;
  runRules(position, (rule) => rule.forms?.(pair));
  compareBranches(position, {
    ...pair,
    before: splits ? { ...before, branches: branchesByType(before.node) } : before,
    after: splits ? after : { ...after, branches: branchesByType(after.node) },
  });
  return true;
}

/** Compares matching alternatives, and one that came or went with another that accepts all of its values. */
function compareBranches(position: WalkPosition, pair: ValuePair): void {
  const { branches: before } = pair.before;
  const { branches: after } = pair.after;
  if (before === undefined || after === undefined) return;
  const { isSameSet } = pair;
  if (!isSameSet) runRules(position, (rule) => rule.choices?.(pair));
  const { context } = position;
  const { pairs, removed, added } = matchBranches(context.sides, { before, after });
  const { acceptsAll, areEquivalent } = context.relations;
  for (const [from, to] of pairs)
    // Equal unions may have other alternatives; those that are the same have annotations to compare.
    if (!isSameSet || areEquivalent(from, to))
      compareNodes(position, { before: from, after: to }, { isSameSet });
  if (isSameSet) return;
  // An alternative that has not changed accepts the same values on both sides, so only members of what it covers came or went.
  const kept = new Set(pairs.filter((each) => areEquivalent(...each)).flat());
  const compareCovered = (nodes: NodePair, cover: Node): void =>
    compareNodes(position, nodes, { isSameSet: kept.has(cover), isCovered: kept.has(cover) });
  for (const branch of removed) {
    const cover = after.find((each) => acceptsAll(branch, each));
    if (cover !== undefined) compareCovered({ before: branch, after: cover }, cover);
  }
  for (const branch of added) {
    const cover = before.find((each) => acceptsAll(branch, each));
    if (cover !== undefined) compareCovered({ before: cover, after: branch }, cover);
  }
}

function compareMembers(position: WalkPosition, pair: ValuePair): void {
  const { properties: before } = pair.before.node;
  const { properties: after } = pair.after.node;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (pair.isSameSet && isNamedInPlace(name, pair)) continue;
    const member = memberPair(name, pair);
    const path = memberPath(position.path, name);
    runRules({ ...position, path }, (rule) => rule.members?.(member));
    const child = declaredMemberChild(member, path);
    if (child !== undefined) compareChildren(position, pair, [child]);
  }
  compareChildren(position, pair, unnamedMemberChildren(pair, position.path));
}

function compareChildren(
  position: WalkPosition,
  { isSameSet }: ValuePair,
  children: Iterable<ChildPair>,
): void {
  for (const { path, inherited, where, ...nodes } of children) {
    const conditions = [position.where, where].filter((each) => each !== undefined);
    const child = conditions.length === 0 ? {} : { where: conditions.join(" and ") };
    compareNodes({ ...position, path, ...child }, nodes, { ...inherited, isSameSet });
  }
}
