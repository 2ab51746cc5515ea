/**
 * Finds the checks that one call could make of one value many times over. A union tries its branches, and once more to
 * report; a condition asks what a rule then asks again; several schemas of one value lead to the same members. In a type
 * that contains itself, each level of a payload would multiply the work. Such checks keep what they found for the duration
 * of a call (`checkOnce` of the runtime); all others are as they would be alone.
 *
 * What a check calls is read from its nodes. A definition's check is `ambiguous` where two of the checks that it calls for
 * the value at one place both go on without end: the work then grows with the depth of a payload, not with its size.
 */

import { findDiscriminator } from "../../model/discriminator.js";
import { childNodes, collectReferences, soleReference, type Definition, type Node } from "../v1.js";
import { collectReachable } from "../../model/graph.js";
import { stronglyConnected } from "../../pattern-analysis/components.js";
import { consideredBranches } from "./union.js";

/** How many checks one check may make of one value before it is kept, where its type does not contain itself. */
const MANY_CHECKS = 256;

/**
 * Functions of the runtime through which checks are called: `checkOnce` keeps what they found, `checkNested` moves what was
 * found in a type that contains itself up as one.
 */
export type CheckCall = "checkOnce" | "checkNested";

/** The nodes whose checks are not called as they are: those of definitions, and branches of unions. */
export function findCheckCalls(start: readonly Definition[]): ReadonlyMap<Node, CheckCall> {
  const groups = groupByCycle(collectReachable(start));
  const cycles = groups.filter(containsItself);
  const kept = new Set<Node>();
  keepRecursive(groups, cycles, kept);
  keepNested(groups.flat(), kept);
  return new Map([
    ...cycles.flat().map(({ node }) => [node, "checkNested"] as const),
    ...[...kept].map((node) => [node, "checkOnce"] as const),
  ]);
}

function containsItself([first, ...others]: readonly Definition[]): boolean {
  return others.length > 0 || collectReferences(first!.node).includes(first!);
}

/** Definitions that lead to each other, together; each group behind those that it leads to. */
function groupByCycle(definitions: readonly Definition[]): readonly (readonly Definition[])[] {
  const numbers = new Map(definitions.map((definition, index) => [definition, index]));
  const { of, count } = stronglyConnected(definitions.length, (index) =>
    collectReferences(definitions[index]!.node).map((each) => numbers.get(each)!),
  );
  const groups = Array.from({ length: count }, (): Definition[] => []);
  definitions.forEach((definition, index) => groups[of[index]!]!.push(definition));
  return groups;
}

/** What a check calls. */
interface Calls {
  /** For the same value: one of each list. */
  readonly inPlace: readonly (readonly Node[])[];
  /** For the values below it, by their place; `EVERY` may be any of the others. */
  readonly below: readonly (readonly [place: string, node: Node])[];
}

/** Any member of an object, any item of an array. Members and items are of different values, but share the place. */
const EVERY = "";

const calls = new WeakMap<Node, Calls>();

function callsOf(node: Node): Calls {
  const known = calls.get(node);
  if (known !== undefined) return known;
  const every = (nodes: readonly Node[]): [string, Node][] => nodes.map((each) => [EVERY, each]);
  const twice = node.unevaluatedProperties !== undefined || node.unevaluatedItems !== undefined;
  const marked = twice ? collectMarked(node) : { tried: [], items: [] };
  const found: Calls = {
    inPlace: [
      ...node.references.map((each) => [each.node]),
      ...(["anyOf", "oneOf"] as const).flatMap((keyword) =>
        node[keyword].flatMap((branches) => unionCalls(keyword, branches)),
      ),
      ...node.not.map((each) => [each]),
      ...node.conditionals.flatMap((each) => [
        [each.if],
        [each.then, each.else].filter((branch) => branch !== undefined),
      ]),
      ...node.dependentSchemas.map((each) => [each.node]),
      ...marked.tried.map((each) => [each]),
    ],
    below: [
      ...[...node.properties].flatMap(([name, { node: member, contested }]): [string, Node][] => [
        [`/${name}`, member],
        ...(contested === undefined || contested.omitted === member
          ? []
          : [[`/${name}`, contested.omitted] as [string, Node]]),
      ]),
      ...node.prefixItems.map((each, index): [string, Node] => [`/${index}`, each]),
      ...every(node.patternProperties.map((each) => each.node)),
      ...every([node.additionalProperties ?? [], node.unevaluatedProperties ?? []].flat()),
      ...every([node.items ?? [], node.unevaluatedItems ?? []].flat()),
      ...every(node.contains.map((each) => each.node)),
      ...every(marked.items),
    ],
  };
  calls.set(node, found);
  return found;
}

/** A branch is tried, and where all fail, called once more to report. Where a tag tells the branches apart, one is called. */
function unionCalls(keyword: "anyOf" | "oneOf", all: readonly Node[]): (readonly Node[])[] {
  if (findDiscriminator(all) !== undefined) return [all];
  const branches = consideredBranches(keyword, all);
  return branches.length === 1 ? [branches] : branches.flatMap((branch) => [[branch], [branch]]);
}

/** What is called once more to know what a value's schemas have evaluated (`unevaluated.ts`). */
function collectMarked(node: Node): { readonly tried: Node[]; readonly items: Node[] } {
  const all = new Set([node]);
  const tried: Node[] = [];
  const items: Node[] = [];
  for (const each of all) {
    const branches = [...each.anyOf, ...each.oneOf].flat();
    tried.push(...branches, ...each.conditionals.map((conditional) => conditional.if));
    items.push(...each.contains.map((contains) => contains.node));
    const more = [
      ...each.references.map((definition) => definition.node),
      ...branches,
      ...each.conditionals.flatMap((conditional) => [
        conditional.if,
        conditional.then ?? [],
        conditional.else ?? [],
      ]),
      ...each.dependentSchemas.map((dependent) => dependent.node),
    ];
    for (const next of more.flat()) all.add(next);
  }
  return { tried, items };
}

/** Keeps the checks of types that contain themselves, below one that is ambiguous. */
function keepRecursive(
  groups: readonly (readonly Definition[])[],
  cycles: readonly (readonly Definition[])[],
  kept: Set<Node>,
): void {
  if (cycles.length === 0) return;
  const recursive = new Set(cycles.flat());
  // Each group stands behind those that it leads to.
  const endless = new Set(recursive);
  for (const each of groups.flat()) if (leadsTo(each.node, endless)) endless.add(each);
  for (const cycle of cycles) {
    const within = new Set(cycle);
    const ways: Ways = {
      goesOn: (node) => leadsTo(node, endless),
      leadsBack: (node) => leadsTo(node, within),
    };
    const nodes = cycle.flatMap(({ node }) => ownNodes(node));
    if (!nodes.some((node) => isAmbiguousAt(node, ways))) continue;
    for (const each of collectReachable(cycle)) if (recursive.has(each)) kept.add(each.node);
  }
}

function leadsTo(node: Node, targets: ReadonlySet<Definition>): boolean {
  return collectReferences(node).some((each) => targets.has(each));
}

/** The nodes of a definition that are not another's. */
function ownNodes(node: Node): readonly Node[] {
  const found = new Set([node]);
  for (const each of found) for (const child of childNodes(each)) found.add(child);
  return [...found];
}

/** How many calls for the value at a place go on without end, and whether one of them leads back. */
interface Endless {
  readonly count: number;
  readonly isBack: boolean;
}

interface Ways {
  /** True where a check of the node goes on without end. */
  readonly goesOn: (node: Node) => boolean;
  /** True where it leads back to where it came from. */
  readonly leadsBack: (node: Node) => boolean;
}

/**
 * True where two of the checks that a node's check calls for one value below it go on without end, and one of them leads
 * back to where it came from.
 */
function isAmbiguousAt(node: Node, { goesOn, leadsBack }: Ways): boolean {
  if (!leadsBack(node)) return false;
  // Each level compares all that is below it.
  if (node.uniqueItems !== undefined) return true;
  const open = new Set<Node>();
  const found = placesOf(node);
  const every = found.get(EVERY) ?? NOTHING;
  return [...found].some(([place, own]) => {
    const { count, isBack } = place === EVERY ? own : sum(own, every);
    return isBack && count > 1;
  });

  function placesOf(inner: Node): ReadonlyMap<string, Endless> {
    const places = new Map<string, Endless>();
    // What applies in place without end is refused elsewhere (MODEL_RECURSION).
    if (open.has(inner)) return places;
    open.add(inner);
    const { inPlace, below } = callsOf(inner);
    const add = (place: string, more: Endless): unknown =>
      places.set(place, sum(places.get(place) ?? NOTHING, more));
    for (const [place, each] of below)
      if (goesOn(each)) add(place, { count: 1, isBack: leadsBack(each) });
    for (const choice of inPlace) {
      const each = choice.filter(goesOn).map(placesOf);
      for (const place of new Set(each.flatMap((branch) => [...branch.keys()])))
        add(place, each.map((branch) => branch.get(place) ?? NOTHING).reduce(greater, NOTHING));
    }
    open.delete(inner);
    return places;
  }
}

const NOTHING: Endless = { count: 0, isBack: false };

function sum(left: Endless, right: Endless): Endless {
  return { count: Math.min(2, left.count + right.count), isBack: left.isBack || right.isBack };
}

function greater(left: Endless, right: Endless): Endless {
  return { count: Math.max(left.count, right.count), isBack: left.isBack || right.isBack };
}

/** Keeps the checks that make many checks of one value, so that these do not multiply from type to type. */
function keepNested(definitions: readonly Definition[], kept: Set<Node>): void {
  // Whatever else is checked has no function of its own, or is called once.
  const functions = new Set(definitions.map((definition) => definition.node));
  const weights = new Map<Node, number>();
  for (const { node } of definitions) weightOf(node);

  /** How many checks a call of this one makes of one value; none where it calls no other. */
  function weightOf(node: Node): number {
    const target = soleReference(node)?.node ?? node;
    const known = weights.get(target);
    if (known !== undefined) return known;
    // In a type that contains itself, each level adds what is counted where it is met first.
    weights.set(target, 0);
    const weight = countCalls(target);
    const isKept = kept.has(target) || (weight > MANY_CHECKS && functions.has(target));
    if (isKept) kept.add(target);
    weights.set(target, isKept ? 1 : weight);
    return weights.get(target)!;
  }

  function countCalls(node: Node): number {
    for (const branch of [...node.anyOf, ...node.oneOf].flat()) functions.add(branch);
    const { inPlace, below } = callsOf(node);
    if (inPlace.length + below.length === 0) return 0;
    const places = new Map([[EVERY, 0]]);
    for (const [place, each] of below) places.set(place, (places.get(place) ?? 0) + weightOf(each));
    const { [EVERY]: every = 0, ...named } = Object.fromEntries(places);
    const most = Object.values(named).reduce((left, right) => Math.max(left, right), 0);
    return inPlace.reduce(
      (total, choice) => total + choice.map(weightOf).reduce((a, b) => Math.max(a, b), 0),
      Math.max(1, every + most),
    );
  }
}
