/**
 * Tells whether two nodes evaluate the same members and items of every value, so that `unevaluatedProperties` and
 * `unevaluatedItems` speak of the same ones (JSON Schema 2020-12 §11): the same names and applicators, with equal
 * schemas.
 */

import { SIMPLE_KEYWORDS } from "../../keywords/simple-keywords.js";
import { rulesIn, type Node, type NodeRules } from "../../model/node.js";
import { withRelevantRules } from "../normal/relevant-rules.js";
import { premiseOf } from "./premise.js";
import type { SetProver } from "./set-prover.js";

export function evaluateTheSame(prover: SetProver, one: Node, other: Node): boolean {
  return new EvaluationComparison(prover).areSame(one, other);
}

class EvaluationComparison {
  readonly #prover: SetProver;
  /** Answers, and true for pairs that are being compared: recursion in place ends there. */
  readonly #answers = new Map<Node, Map<Node, boolean>>();

  constructor(prover: SetProver) {
    this.#prover = prover;
  }

  areSame(some: Node, another: Node): boolean {
    const [one, other] = [withRelevantRules(some), withRelevantRules(another)];
    if (this.#prover.likeness.areAlike(one, other)) return true;
    const answers = this.#answers.get(one) ?? new Map<Node, boolean>();
    this.#answers.set(one, answers);
    const known = answers.get(other);
    if (known !== undefined) return known;
    answers.set(other, true);
    const [from, to] = [certainOf(one), certainOf(other)];
    const answer = evaluatedText(from) === evaluatedText(to) && this.#haveSameLists(from, to);
    answers.set(other, answer);
    return answer;
  }

  #haveSameLists(one: readonly Node[], other: readonly Node[]): boolean {
    const lists = listsOf(other);
    return listsOf(one).every((list, index) => this.#haveSame(list, lists[index] ?? []));
  }

  /** Each node of one list has a counterpart in the other, whatever their order: whether a branch applies depends on its values. */
  #haveSame(some: readonly Node[], others: readonly Node[]): boolean {
    const left = [...others];
    return some.every((one, position) => {
      const inOrder = some.length > MAX_UNORDERED ? [position] : left.keys();
      for (const index of inOrder) {
        const other = left[index];
        if (other === undefined || !this.areSame(one, other) || !this.#areEqual(one, other))
          continue;
        if (some.length <= MAX_UNORDERED) left.splice(index, 1);
        return true;
      }
      return false;
    });
  }

  #areEqual(one: Node, other: Node): boolean {
    const prover = this.#prover;
    return prover.proves(premiseOf([one]), other) && prover.proves(premiseOf([other]), one);
  }
}

/** A node, and the nodes that apply in place wherever it does. */
function certainOf(node: Node): readonly Node[] {
  return premiseOf([node]).holds;
}

/** Longer lists are compared in their order. */
const MAX_UNORDERED = 16;

/** The nodes that apply in place only sometimes, and those that items are counted by, each kind as a list. */
function listsOf(nodes: readonly Node[]): (readonly Node[])[] {
  const conditionals = nodes.flatMap((node) => node.conditionals);
  return [
    ...unionsOf(nodes),
    nodes.flatMap((node) => node.not),
    ...conditionals.map((each) => [each.if]),
    ...conditionals.map(({ then }) => (then === undefined ? [] : [then])),
    ...conditionals.map((each) => (each.else === undefined ? [] : [each.else])),
    ...dependentsOf(nodes).map((each) => [each.node]),
    nodes.flatMap((node) => node.contains.map((each) => each.node)),
  ];
}

/** Of both kinds: what is evaluated follows from the branches that hold. A sole branch is one of the nodes itself. */
function unionsOf(nodes: readonly Node[]): (readonly Node[])[] {
  const all = nodes.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf]);
  return all.filter(({ length }) => length > 1).map(flatBranches);
}

/** The branches of a union in a union are branches of it. */
function flatBranches(branches: readonly Node[]): readonly Node[] {
  const isFlat = branches.every((each) => innerBranches(each) === undefined);
  return isFlat
    ? branches
    : flatBranches(branches.flatMap((each) => innerBranches(each) ?? [each]));
}

function innerBranches(node: Node): readonly Node[] | undefined {
  const [name, ...others] = rulesIn(node);
  const [only, ...more] = node.anyOf;
  return name === "anyOf" && others.length + more.length === 0 ? only : undefined;
}

function dependentsOf(nodes: readonly Node[]): Node["dependentSchemas"] {
  return nodes.flatMap((node) => node.dependentSchemas).filter(doesEvaluate);
}

/** False for a dependent schema that only requires members, say. */
function doesEvaluate({ node }: Node["dependentSchemas"][number]): boolean {
  const evaluating = rulesIn(node).some((name) => !isCount(name) && name !== "properties");
  return evaluating || [...node.properties.values()].some(({ origins }) => origins.length > 0);
}

/** True for a rule that evaluates no member and no item. */
function isCount(name: keyof NodeRules): boolean {
  return name === "types" || name === "values" || name in SIMPLE_KEYWORDS;
}

const EVALUATING = [
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "unevaluatedItems",
] as const;

/** A text of the members and items that the nodes evaluate themselves, and of the number of their applicators of each kind. */
function evaluatedText(nodes: readonly Node[]): string {
  const declared = nodes.flatMap(({ properties }) => [...properties]);
  const names = declared.flatMap(([name, { origins }]) => (origins.length > 0 ? [name] : []));
  const patterns = nodes.flatMap(({ patternProperties }) => patternProperties);
  const conditionals = nodes.flatMap((node) => node.conditionals);
  return JSON.stringify([
    [...new Set(names)].sort(),
    [...new Set(patterns.map(({ pattern }) => pattern))].sort(),
    EVALUATING.map((keyword) => nodes.filter((node) => node[keyword] !== undefined).length),
    Math.max(0, ...nodes.map(({ prefixItems }) => prefixItems.length)),
    unionsOf(nodes).map(({ length }) => length),
    conditionals.map((each) => [each.then === undefined, each.else === undefined]),
    dependentsOf(nodes).map(({ name }) => name),
    nodes.flatMap(({ not }) => not).length,
    nodes.flatMap(({ contains }) => contains).length,
  ]);
}
