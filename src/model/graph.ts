/** The graph of definitions: which nodes a node holds, and which definitions it refers to. */

import { forEachSimpleKeyword } from "../keywords/simple-keywords.js";
import { rulesIn, type Definition, type Node, type NodeRules, type RuleTable } from "./node.js";

const none = (): readonly Node[] => [];
const one = (node: Node): readonly Node[] => [node];

/** The nodes that a rule holds. */
const HELD_NODES: RuleTable<readonly Node[]> = {
  ...forEachSimpleKeyword(none),
  never: none,
  types: none,
  values: none,
  references: none,
  properties: (members) =>
    [...members.values()].flatMap(({ node, contested }) =>
      contested === undefined ? [node] : [node, contested.omitted],
    ),
  patternProperties: (patterns) => patterns.map(({ node }) => node),
  additionalProperties: one,
  propertyNames: (nodes) => nodes,
  prefixItems: (nodes) => nodes,
  items: one,
  contains: (all) => all.map(({ node }) => node),
  dependentRequired: none,
  dependentSchemas: (all) => all.map(({ node }) => node),
  anyOf: (unions) => unions.flat(),
  oneOf: (unions) => unions.flat(),
  not: (nodes) => nodes,
  conditionals: (all) =>
    all.flatMap((each) => [each.if, ...optional(each.then), ...optional(each.else)]),
  unevaluatedProperties: one,
  unevaluatedItems: one,
};

type HeldNodes = (rule: NodeRules[keyof NodeRules]) => readonly Node[];

/**
 * The nodes directly below a node, in the order of its rules.
 *
 * @example
 * ```ts
 * import { childNodes, type Node } from "proto-gen/emitter/v1";
 *
 * // How many nodes a node has, with itself; references are not followed.
 * export function sizeOf(node: Node): number {
 *   return childNodes(node).reduce((sum, child) => sum + sizeOf(child), 1);
 * }
 * ```
 */
export function childNodes(node: Node): readonly Node[] {
  return rulesIn(node).flatMap((name) => (HELD_NODES[name] as HeldNodes)(node[name]));
}

const referencesByNode = new WeakMap<Node, readonly Definition[]>();

/**
 * The definitions that a node refers to, in place or below; computed once for each node.
 *
 * @example
 * ```ts
 * import { collectReferences, wholeNode, type Model, type NamedType } from "proto-gen/emitter/v1";
 *
 * // The types that a type refers to.
 * export function referredTypes(model: Model, { definition }: NamedType): readonly NamedType[] {
 *   return collectReferences(wholeNode(definition)).flatMap((each) => model.typeOf(each) ?? []);
 * }
 * ```
 */
export function collectReferences(node: Node): readonly Definition[] {
  const known = referencesByNode.get(node);
  if (known !== undefined) return known;
  const found = [...new Set([...node.references, ...childNodes(node).flatMap(collectReferences)])];
  referencesByNode.set(node, found);
  return found;
}

/** The definitions that a definition's type or check refers to. */
export function collectUsed({ node, layers }: Definition): readonly Definition[] {
  if (layers === undefined) return collectReferences(node);
  const members = [...layers.members.values()].map((each) => each.node);
  return [
    ...new Set([...collectReferences(node), layers.base, ...members.flatMap(collectReferences)]),
  ];
}

/** The definitions to start from and every one reached from them, each once, in the order of the visit. */
export function collectReachable(start: readonly Definition[]): Definition[] {
  const found = new Set<Definition>();
  const waiting = [...start].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...[...collectUsed(next)].reverse());
  }
  return [...found];
}

interface Visit {
  readonly definition: Definition;
  readonly index: number;
  /** The least index of a definition that it leads to and that is still open. */
  lowest: number;
  readonly used: Iterator<Definition>;
}

/**
 * The definitions that a definition leads to, in groups of those that lead to each other, each group after all that it
 * leads to (Tarjan). Without recursion, since a chain of types may be as long as a release.
 *
 * @param isDone true for a definition that is left out with all below it
 */
export function* collectGroups(
  start: Definition,
  isDone: (definition: Definition) => boolean,
): Generator<readonly Definition[]> {
  const indexes = new Map<Definition, number>();
  const open: Definition[] = [];
  const isOpen = new Set<Definition>();
  const path: Visit[] = [];
  const enter = (definition: Definition): void => {
    const index = indexes.size;
    indexes.set(definition, index);
    open.push(definition);
    isOpen.add(definition);
    path.push({ definition, index, lowest: index, used: collectUsed(definition).values() });
  };
  if (!isDone(start)) enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.used.next();
    if (next.done !== true) {
      const index = indexes.get(next.value);
      if (index === undefined && !isDone(next.value)) enter(next.value);
      else if (isOpen.has(next.value)) top.lowest = Math.min(top.lowest, index!);
      continue;
    }
    path.pop();
    const above = path.at(-1);
    if (above !== undefined) above.lowest = Math.min(above.lowest, top.lowest);
    if (top.lowest !== top.index) continue;
    const group = open.splice(open.lastIndexOf(top.definition));
    for (const each of group) isOpen.delete(each);
    yield group;
  }
}

function optional(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node];
}
