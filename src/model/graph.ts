/** The graph of definitions and nodes. */

import type { Definition, Node } from "./node.js";

/** The nodes directly below a node. */
export function childNodes(node: Node): Node[] {
  return [
    ...[...node.properties.values()].flatMap(({ node: each, open }) =>
      open === undefined ? [each] : [each, open.omitted],
    ),
    ...node.patternProperties.map(({ node: each }) => each),
    ...optional(node.additionalProperties),
    ...node.propertyNames,
    ...node.prefixItems,
    ...optional(node.items),
    ...node.contains.map(({ node: each }) => each),
    ...node.dependentSchemas.map(({ node: each }) => each),
    ...node.anyOf.flat(),
    ...node.oneOf.flat(),
    ...node.not,
    ...node.conditionals.flatMap((each) => [
      each.if,
      ...optional(each.then),
      ...optional(each.else),
    ]),
    ...optional(node.unevaluatedProperties),
    ...optional(node.unevaluatedItems),
  ];
}

const referencesByNode = new WeakMap<Node, readonly Definition[]>();

/** The definitions that a node refers to, in place or below; computed once for each node. */
export function collectReferences(node: Node): readonly Definition[] {
  const known = referencesByNode.get(node);
  if (known !== undefined) return known;
  const found = [...new Set([...node.references, ...childNodes(node).flatMap(collectReferences)])];
  referencesByNode.set(node, found);
  return found;
}

/** The definitions that a definition's type or check refers to. */
function collectUsed({ node, layers }: Definition): readonly Definition[] {
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

function optional(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node];
}
