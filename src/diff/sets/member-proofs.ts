/** Proves what a node demands of the members of an object. */

import { satisfies, memberNodes } from "../../model/instance/satisfies.js";
import { collectInPlace } from "../../model/in-place.js";
import { isUnconstrained, type Node } from "../../model/node.js";
import { premiseOf, requiredNames, type Premise } from "./premise.js";
import type { SetProver } from "./set-prover.js";
import { evaluateTheSame } from "./evaluation.js";
import type { Goal } from "./rule-proofs.js";

export function provesMembers(goal: Goal): boolean {
  const { prover, premise, to } = goal;
  const required = requiredNames(premise.holds);
  return [...to.properties].every(([name, property]) => {
    if (property.contested !== undefined) return false;
    if (property.required !== undefined && !required.has(name)) return false;
    if (property.origins.length === 0) return true;
    if (prover.isUndeclaredAbsent && !isMentioned(premise, name)) return true;
    return provesMember(goal, name, property.node);
  });
}

/** True where a schema of the premise declares the member, or says something of members with its name. */
function isMentioned(premise: Premise, name: string): boolean {
  const isDeclared = premise.holds.some(({ properties }) => properties.has(name));
  return isDeclared || memberPremise(premise, name).holds.some((node) => !isUnconstrained(node));
}

function provesMember({ prover, premise }: Goal, name: string, node: Node): boolean {
  const member = memberPremise(premise, name);
  return prover.below(() => prover.proves(member, node));
}

function memberPremise({ holds }: Premise, name: string): Premise {
  // Of a member that extensions decide about, nothing is certain.
  const certain = holds.filter(({ properties }) => properties.get(name)?.contested === undefined);
  return premiseOf(
    certain.flatMap((node) => [...memberNodes(node, name), ...uncovered(node, name)]),
  );
}

/** What `unevaluatedProperties` says of a member that nothing else in the node can evaluate. */
function uncovered(node: Node, name: string): readonly Node[] {
  const rest = restOf(node, collectInPlace([node]));
  return rest === undefined || node.additionalProperties !== undefined || covers(rest, name)
    ? []
    : [rest.node];
}

/** The schema of all members that a node does not name. */
interface Rest {
  readonly node: Node;
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

/**
 * @param evaluating the nodes whose members count as evaluated: all that may be, where `unevaluatedProperties` is
 *   known, and those that certainly are, where it is to be proven
 */
function restOf(node: Node, evaluating: Iterable<Node>): Rest | undefined {
  if (node.additionalProperties !== undefined)
    return namedBeside(node.additionalProperties, [node]);
  if (node.unevaluatedProperties === undefined) return undefined;
  const all = [...evaluating];
  const evaluatesAll = all.some(
    (each) =>
      each.additionalProperties !== undefined ||
      (each !== node && each.unevaluatedProperties !== undefined),
  );
  return evaluatesAll ? undefined : namedBeside(node.unevaluatedProperties, all);
}

function namedBeside(rest: Node, nodes: readonly Node[]): Rest {
  const declared = nodes.flatMap(({ properties }) => [...properties]);
  return {
    node: rest,
    names: new Set(declared.flatMap(([name, { origins }]) => (origins.length > 0 ? [name] : []))),
    patterns: nodes.flatMap(({ patternProperties }) =>
      patternProperties.map(({ pattern }) => pattern),
    ),
  };
}

function covers({ names, patterns }: Rest, name: string): boolean {
  return names.has(name) || patterns.some((pattern) => new RegExp(pattern, "u").test(name));
}

export function provesAdditional(goal: Goal): boolean {
  const rest = restOf(goal.to, []);
  return rest === undefined || provesRest(goal, rest);
}

function proveBelow(prover: SetProver, from: Node, to: Node | undefined): boolean {
  return to === undefined || prover.below(() => prover.proves(premiseOf([from]), to));
}

export function provesUnevaluated(goal: Goal): boolean {
  const { to, prover, premise } = goal;
  if (to.additionalProperties !== undefined) return true;
  const isSame = premise.holds.some(
    (node) =>
      node.unevaluatedProperties !== undefined &&
      evaluateTheSame(prover, node, to) &&
      proveBelow(prover, node.unevaluatedProperties, to.unevaluatedProperties),
  );
  if (isSame) return true;
  const certain = premiseOf([to]).holds;
  const rest = restOf(to, certain);
  return rest !== undefined && provesRest(goal, rest);
}

/** Some node of the premise says as much of the members that it does not name; what it names is looked at one by one. */
function provesRest(goal: Goal, wanted: Rest): boolean {
  const { prover, premise } = goal;
  if (isUnconstrained(wanted.node)) return true;
  return premise.holds.some((node) => {
    const rest = restOf(node, collectInPlace([node]));
    if (rest === undefined) return false;
    if (!prover.below(() => prover.proves(premiseOf([rest.node]), wanted.node))) return false;
    return (
      [...rest.names].every(
        (name) => covers(wanted, name) || provesMember(goal, name, wanted.node),
      ) &&
      rest.patterns.every(
        (pattern) => wanted.patterns.includes(pattern) || provesPattern(goal, pattern, wanted.node),
      )
    );
  });
}

export function provesPatterns(goal: Goal): boolean {
  const { premise, to } = goal;
  return to.patternProperties.every(({ pattern, node }) => {
    const matching = new RegExp(pattern, "u");
    const named = premise.holds.flatMap(({ properties }) => [...properties.keys()]);
    return (
      named.every((name) => !matching.test(name) || provesMember(goal, name, node)) &&
      provesPattern(goal, pattern, node)
    );
  });
}

/** Of the members whose names match a pattern and that no side names. */
function provesPattern({ prover, premise }: Goal, pattern: string, node: Node): boolean {
  const areWithin = (from: readonly Node[]): boolean =>
    prover.below(() => prover.proves(premiseOf(from), node));
  const same = premise.holds.flatMap(({ patternProperties }) =>
    patternProperties.filter((each) => each.pattern === pattern).map((each) => each.node),
  );
  if (same.length > 0 && areWithin(same)) return true;
  if (areWithin([])) return true;
  return premise.holds.some((each) => {
    const { additionalProperties, patternProperties } = each;
    return (
      additionalProperties !== undefined &&
      areWithin([additionalProperties]) &&
      patternProperties.every((other) => areWithin([other.node]))
    );
  });
}

export function provesNames({ prover, premise, to }: Goal): boolean {
  const { holds } = premise;
  const closed = holds.find(
    ({ additionalProperties, patternProperties }) =>
      additionalProperties?.never !== undefined && patternProperties.length === 0,
  );
  const names = closed === undefined ? undefined : [...closed.properties.keys()];
  return to.propertyNames.every((node) => {
    if (names?.every((name) => satisfies(node, name)) === true) return true;
    const text = prover.keywordNode("type", "string");
    const known = premiseOf([text, ...holds.flatMap(({ propertyNames }) => propertyNames)]);
    return prover.below(() => prover.proves(known, node));
  });
}

export function provesDependentRequired({ prover, premise, to }: Goal): boolean {
  const required = requiredNames(premise.holds);
  return to.dependentRequired.every(({ name, required: { value }, contested }) => {
    if (contested !== undefined) return false;
    if (value.every((each) => required.has(each))) return true;
    const given = prover.given(premise, name);
    const implied = requiredNames(given.holds);
    return value.every((each) => implied.has(each)) || prover.isImpossible(given);
  });
}
