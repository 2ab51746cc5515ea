/** Proves what a node demands of items. */

import type { Contains, Node } from "../../model/node.js";
import { impliesBound } from "./bound-proofs.js";
import { premiseOf, type Premise } from "./premise.js";
import { evaluateTheSame } from "./evaluation.js";
import type { Goal } from "./rule-proofs.js";

/** `prefixItems` and `items` together, position by position, and all items past the last of them. */
export function provesItems(goal: Goal): boolean {
  const { premise, to } = goal;
  const lengths = [to, ...premise.holds].map(({ prefixItems }) => prefixItems.length);
  const positions = Array.from({ length: Math.max(...lengths) + 1 }, (_, index) => index);
  return positions.every((index) => {
    const node = to.prefixItems[index] ?? to.items;
    return (
      node === undefined ||
      impliesBound(premise, "maxItems", index) ||
      provesItem(goal, index, node)
    );
  });
}

function provesItem({ prover, premise }: Goal, index: number, node: Node): boolean {
  return prover.below(() => prover.proves(itemPremise(premise, index), node));
}

function itemPremise({ holds }: Premise, index: number): Premise {
  return premiseOf(holds.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []));
}

export function provesContains(goal: Goal): boolean {
  return goal.to.contains.every((each) => provesLeast(goal, each) && provesMost(goal, each));
}

function provesLeast(goal: Goal, { node, min }: Contains): boolean {
  const { prover, premise } = goal;
  if (min === 0) return true;
  const areWithin = (from: Premise): boolean => prover.below(() => prover.proves(from, node));
  const stated = premise.holds.flatMap(({ contains }) => contains);
  if (stated.some((each) => each.min >= min && areWithin(premiseOf([each.node])))) return true;
  return (
    impliesBound(premise, "minItems", min) && provesItems({ ...goal, to: allItems(goal.to, node) })
  );
}

function provesMost({ prover, premise }: Goal, { node, max }: Contains): boolean {
  if (max === undefined || impliesBound(premise, "maxItems", max)) return true;
  const stated = premise.holds.flatMap(({ contains }) => contains);
  return stated.some(
    (each) =>
      each.max !== undefined &&
      each.max <= max &&
      prover.below(() => prover.proves(premiseOf([node]), each.node)),
  );
}

function allItems(to: Node, items: Node): Node {
  return { ...to, prefixItems: [], items };
}

/** Without other schemas in place it is `items`; else another node has to evaluate the same items. */
export function provesUnevaluatedItems(goal: Goal): boolean {
  const { to, prover, premise } = goal;
  const { unevaluatedItems: wanted } = to;
  if (to.items !== undefined || wanted === undefined) return true;
  const isSame = premise.holds.some(
    (node) =>
      node.unevaluatedItems !== undefined &&
      evaluateTheSame(prover, node, to) &&
      prover.below(() => prover.proves(premiseOf([node.unevaluatedItems ?? wanted]), wanted)),
  );
  return isSame || (isAlone(to) && provesItems({ ...goal, to: { ...to, items: wanted } }));
}

function isAlone(node: Node): boolean {
  const { references, anyOf, oneOf, conditionals, contains, dependentSchemas, not } = node;
  return [references, anyOf, oneOf, conditionals, contains, dependentSchemas, not].every(
    ({ length }) => length === 0,
  );
}
