/** Runs the rules over two schemas and everything inline in them, down to references, which become links. */

import { isUnconstrained, soleReference, type Definition, type Node } from "../../model/node.js";
import { matchBranches } from "../pairs/branches.js";
import { memberPair } from "../pairs/member.js";
import {
  allowsNothing,
  ANYTHING,
  resolveValue,
  type Value,
  type ValuePair,
} from "../pairs/value.js";
import type { Rule, RuleMatch } from "../rule.js";
import {
  conditionChildren,
  declaredMemberChild,
  itemChildren,
  unnamedMemberChildren,
} from "./child-pairs.js";
import { memberPath } from "./payload-path.js";
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

export function compareNodes(
  position: WalkPosition,
  nodes: NodePair,
  inherited: InheritedContext = {},
): void {
  const { context, path, target } = position;
  const values = valuesOf(context, nodes);
  const before = linkTarget(nodes.before, values.before);
  const after = linkTarget(nodes.after, values.after);
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
  target.links.push({ path, to: findingsOfDefinitions(context, before, after) });
}

function withOwnAnnotations(value: Value, { annotations, content }: Node): Value {
  return { ...value, annotations, content };
}

function compareValues(
  position: WalkPosition,
  values: ValueSides,
  inherited: InheritedContext,
): void {
  const { before, after } = values;
  const pair = valuePair(position.context, values, inherited);
  if (compareAlternatives(position, pair)) return;
  if (isAuthored(before) && isAuthored(after) && inherited.isCovered !== true)
    runRules(position, (rule) => rule.annotations?.(pair));
  const areDisjoint = haveDisjointTypes(before, after);
  runRules(position, (rule) => (areDisjoint ? rule.replacements : rule.values)?.(pair));
  // A schema that becomes unconstrained, or stops being so, is one change: its parts are not reported again.
  if (areDisjoint || losesConstraints(before, after) || losesConstraints(after, before)) return;
  compareMembers(position, pair);
  compareChildren(position, itemChildren(pair, position.path));
  compareBranches(position, pair);
  const { relations } = position.context;
  compareChildren(position, conditionChildren(pair, position.path, relations));
}

/** One schema became one of several, or the reverse: it is compared with each of them. */
function compareAlternatives(position: WalkPosition, pair: ValuePair): boolean {
  const { before, after } = pair;
  const splits = isUnionBeside(after, before);
  if (!splits && !isUnionBeside(before, after)) return false;
  compareBranches(position, {
    ...pair,
    before: splits ? { ...before, branches: [before.node] } : before,
    after: splits ? after : { ...after, branches: [after.node] },
  });
  return true;
}

/** Compares matching alternatives, and a removed one with another that accepts all of its values. */
function compareBranches(position: WalkPosition, pair: ValuePair): void {
  const { branches: before } = pair.before;
  const { branches: after } = pair.after;
  if (before === undefined || after === undefined) return;
  runRules(position, (rule) => rule.choices?.(pair));
  const { context } = position;
  const { pairs, removed } = matchBranches(context.sides, { before, after });
  for (const [from, to] of pairs) compareNodes(position, { before: from, after: to });
  for (const branch of removed) {
    const other = after.find((each) => context.relations.acceptsAll(branch, each));
    if (other !== undefined) compareNodes(position, { before: branch, after: other });
  }
}

function compareMembers(position: WalkPosition, pair: ValuePair): void {
  const { properties: before } = pair.before.node;
  const { properties: after } = pair.after.node;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const member = memberPair(name, pair);
    const path = memberPath(position.path, name);
    runRules({ ...position, path }, (rule) => rule.members?.(member));
    const child = declaredMemberChild(member, path);
    if (child !== undefined) compareChildren(position, [child]);
  }
  compareChildren(position, unnamedMemberChildren(pair, position.path));
}

function compareChildren(position: WalkPosition, children: Iterable<ChildPair>): void {
  for (const { path, inherited, ...nodes } of children)
    compareNodes({ ...position, path }, nodes, inherited);
}

function runRules(
  { context, path, target }: WalkPosition,
  run: (rule: Rule) => Iterable<RuleMatch> | undefined,
): void {
  for (const rule of context.rules)
    for (const match of run(rule) ?? []) target.findings.push({ rule, match, path });
}

function valuesOf({ sides }: WalkContext, { before, after }: NodePair): ValueSides {
  return { before: resolveValue(sides.before, before), after: resolveValue(sides.after, after) };
}

function valuePair(
  { relations }: WalkContext,
  { before, after }: ValueSides,
  { isAnnounced = false }: InheritedContext,
): ValuePair {
  return { before, after, isAnnounced, ...relations };
}

/** A union on one side without other constraints, and no union on the other. */
function isUnionBeside(value: Value, other: Value): boolean {
  return (
    value.branches !== undefined &&
    other.branches === undefined &&
    other.openEnum === undefined &&
    isBare(value.node) &&
    !isBare(other.node)
  );
}

function isBare(node: Node): boolean {
  return node.types === undefined && node.values === undefined && node.properties.size === 0;
}

/** Compositions have no annotations of their own; their parts have. */
function isAuthored({ context, at }: Value): boolean {
  return context.schemas.source(at.document) !== undefined;
}

/** Named types, and the one stand-in for all unconstrained schemas, are compared once and linked to. */
function linkTarget(node: Node, { definition }: Value): Definition | undefined {
  if (isUnconstrained(node)) return ANYTHING;
  return soleReference(node) !== undefined || node.references.length > 1 ? definition : undefined;
}

function losesConstraints({ node, types }: Value, other: Value): boolean {
  return types === undefined && isUnconstrained(node) && other.types !== undefined;
}

function haveDisjointTypes(before: Value, after: Value): boolean {
  const { types: from } = before;
  const { types: to } = after;
  if (allowsNothing(before) || allowsNothing(after))
    return allowsNothing(before) !== allowsNothing(after);
  if (from === undefined || to === undefined) return false;
  return !from.some(
    (type) =>
      to.includes(type) ||
      (type === "integer" && to.includes("number")) ||
      (type === "number" && to.includes("integer")),
  );
}
