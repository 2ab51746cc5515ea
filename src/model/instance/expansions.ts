/**
 * Expansions: nodes without choices. In: nodes that a value must satisfy. Out: for each way to choose
 * among their branches, all the nodes that then apply in place; fewest deviations from the first
 * choices first.
 */

import type { Json } from "@proto-gen/runtime/json";
import { equalJson } from "@proto-gen/runtime/json";
import type { Node } from "../node.js";
import { forbidding, negations, notNode } from "./negation.js";
import type { Search } from "./search.js";
import { typesFor } from "./types-for.js";

/** Choices beyond the first ones of their lists, in one expansion. */
const MAX_DEVIATIONS = 4;
const MAX_EXPANSIONS = 200;

/** Each alternative is the nodes that it adds. */
type Choice = readonly (readonly Node[])[];

export function* expansions(
  nodes: readonly Node[],
  search: Search,
): Generator<readonly Node[], void> {
  let count = 0;
  for (let deviations = 0; deviations <= MAX_DEVIATIONS; deviations++)
    for (const each of expand(nodes, [], [], deviations, search)) {
      if (++count > MAX_EXPANSIONS) return;
      yield each;
    }
}

function* expand(
  added: readonly Node[],
  taken: readonly Node[],
  undecided: readonly Choice[],
  deviations: number,
  search: Search,
): Generator<readonly Node[], void> {
  search.budget.spend(1 + taken.length);
  const fresh = closure(added, taken);
  const nodes = [...taken, ...fresh];
  if (!isFeasible(nodes)) return;
  const [choice, ...others] = [
    ...undecided,
    ...fresh.flatMap((node) => choicesOf(node, nodes, search)),
  ];
  if (choice === undefined) {
    if (deviations === 0) yield nodes;
    return;
  }
  const open = choice.filter((each) => isFeasible([...nodes, ...each]));
  const [usual, ...rest] = open;
  if (usual === undefined) return;
  yield* expand(usual, nodes, others, deviations, search);
  if (deviations > 0)
    for (const each of rest) yield* expand(each, nodes, others, deviations - 1, search);
}

/** The nodes and all that their references name, without those that are taken already. */
function closure(added: readonly Node[], taken: readonly Node[]): Node[] {
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (found.has(node) || taken.includes(node)) return;
    found.add(node);
    for (const { node: target } of node.references) visit(target);
  };
  for (const node of added) visit(node);
  return [...found];
}

function choicesOf(node: Node, nodes: readonly Node[], search: Search): Choice[] {
  const anyOf = node.anyOf.map((branches) => search.order(branches).map((branch) => [branch]));
  const oneOf = node.oneOf.map((branches) => exactlyOne(search.order(branches)));
  const not = node.not.map((each) => [[], ...negations(each).map((other) => [other])]);
  const conditionals = node.conditionals.map((each) => {
    const otherwise = each.else === undefined ? [] : [each.else];
    const met = [each.if, ...(each.then === undefined ? [] : [each.then])];
    return [otherwise, met, [notNode(each.if), ...otherwise]];
  });
  const dependents = node.dependentSchemas.map(({ name, node: each }): Choice => {
    const isRequired = nodes.some(({ properties }) => properties.get(name)?.required !== undefined);
    if (isRequired) return [[each]];
    return search.optional === "none" ? [[], [each]] : [[each], [forbidding(name)]];
  });
  return [...anyOf, ...oneOf, ...not, ...conditionals, ...dependents];
}

/** A branch; then, for branches that overlap, a branch and expressly none of the others. */
function exactlyOne(branches: readonly Node[]): Choice {
  const alone = branches.map((branch) => [branch]);
  if (branches.length < 2) return alone;
  const apart = branches.map((branch) => [
    branch,
    ...branches.filter((other) => other !== branch).map(notNode),
  ]);
  return [...alone, ...apart];
}

/** Cheap, and not the last word: types and values that exclude each other. */
function isFeasible(nodes: readonly Node[]): boolean {
  if (nodes.some(({ never }) => never !== undefined) || typesFor(nodes).length === 0) return false;
  const lists = nodes.flatMap(({ values }) => (values === undefined ? [] : [values.value]));
  const [first, ...others] = lists;
  if (first === undefined || others.length === 0) return true;
  const isIn = (value: Json, list: readonly Json[]): boolean =>
    list.some((each) => equalJson(each, value));
  return first.some((value) => others.every((list) => isIn(value, list)));
}
