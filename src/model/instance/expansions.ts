/**
 * Expansions: nodes without choices. For each way to choose among the branches of some nodes, an expansion has all
 * the nodes that then apply in place. Those that differ least from the first choices come first.
 */

import { jsonValueSetOf } from "../../json-schema/json-values.js";
import type { Conditional, Node } from "../node.js";
import { closure } from "./closure.js";
import { forbidding, negations, notNode } from "./negation.js";
import type { Search } from "./search.js";
import { allowedTypes } from "./types-for.js";

/** Choices beyond the first ones of their lists, in one expansion. */
const MAX_DEVIATIONS = 4;
const MAX_EXPANSIONS = 200;

/** The alternatives, each the nodes that it adds; made when they are asked for. */
type Choice = () => Iterable<readonly Node[]>;

export function* expansions(
  nodes: readonly Node[],
  search: Search,
): Generator<readonly Node[], void> {
  let count = 0;
  for (let deviations = 0; deviations <= MAX_DEVIATIONS; deviations++)
    for (const each of expand({ added: nodes, taken: [], undecided: [], deviations }, search)) {
      if (++count > MAX_EXPANSIONS) return;
      yield each;
    }
}

interface PartialExpansion {
  readonly added: readonly Node[];
  readonly taken: readonly Node[];
  readonly undecided: readonly Choice[];
  /** Choices that are still to differ from the first alternative. */
  readonly deviations: number;
}

function* expand(
  { added, taken, undecided, deviations }: PartialExpansion,
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
  let left = deviations;
  for (const each of choice()) {
    search.budget.spend(1);
    if (!isFeasible([...nodes, ...each])) continue;
    const next = { added: each, taken: nodes, undecided: others, deviations: left };
    yield* expand(next, search);
    // The alternative that is feasible first is the usual one; all others deviate.
    if (left === deviations && --left < 0) return;
  }
}

function choicesOf(node: Node, nodes: readonly Node[], search: Search): Choice[] {
  return [
    ...node.anyOf.map(
      (branches): Choice =>
        () =>
          search.order(branches).map((each) => [each]),
    ),
    ...node.oneOf.map(
      (branches): Choice =>
        () =>
          exactlyOne(search.order(branches)),
    ),
    ...node.not.map(
      (each): Choice =>
        () =>
          unlike(each),
    ),
    ...node.conditionals.map(
      (each): Choice =>
        () =>
          consequences(each),
    ),
    ...node.dependentSchemas.map(({ name, node: each }): Choice => {
      const isThere = nodes.some(({ properties }) => properties.get(name)?.required !== undefined);
      if (isThere) return () => [[each]];
      return () => (search.optional === "none" ? [[], [each]] : [[each], [forbidding(name)]]);
    }),
  ];
}

/** A branch; then, for branches that overlap, a branch and expressly none of the others. */
function* exactlyOne(branches: readonly Node[]): Generator<readonly Node[], void> {
  for (const branch of branches) yield [branch];
  if (branches.length > 1)
    for (const branch of branches)
      yield [branch, ...branches.filter((other) => other !== branch).map(notNode)];
}

/** Most values satisfy no `not`; then what expressly breaks one of its rules. */
function* unlike(node: Node): Generator<readonly Node[], void> {
  yield [];
  for (const each of negations(node)) yield [each];
}

function* consequences(conditional: Conditional): Generator<readonly Node[], void> {
  const otherwise = conditional.else === undefined ? [] : [conditional.else];
  yield otherwise;
  yield [conditional.if, ...(conditional.then === undefined ? [] : [conditional.then])];
  yield [notNode(conditional.if), ...otherwise];
}

/** Cheap, and not the last word: types and values that exclude each other. */
function isFeasible(nodes: readonly Node[]): boolean {
  if (nodes.some(({ never }) => never !== undefined)) return false;
  if (allowedTypes(nodes)?.length === 0) return false;
  const lists = nodes.flatMap(({ values }) => (values === undefined ? [] : [values.value]));
  const [first, ...others] = lists;
  if (first === undefined || others.length === 0) return true;
  return first.some((value) => others.every((list) => jsonValueSetOf(list).has(value)));
}
