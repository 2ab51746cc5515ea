/** Traverses a node as `inspect` and `mock` look at it: with everything that applies to the same value merged. */

import { wholeNode, type Definition, type Node, type Property } from "./node.js";

/** The members of the node, and of the definitions that apply to the same value. */
export function membersInPlace(node: Node): ReadonlyMap<string, Property> {
  const members = new Map(node.properties);
  for (const { properties } of withReferences(node)) {
    for (const [name, property] of properties) {
      const known = members.get(name);
      if (known === undefined || (known.origins.length === 0 && property.origins.length > 0))
        members.set(name, { ...property, required: property.required ?? known?.required });
    }
  }
  return members;
}

/** The nodes of array items and of map values. */
export function elementsOf(node: Node): Node[] {
  return nodesInPlace(node).flatMap(({ items, additionalProperties }) => [
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ]);
}

/** The nodes that apply to the same value: referenced definitions and the branches of unions. */
export function nodesInPlace(node: Node, seen = new Set<Definition>()): Node[] {
  const branches = [...node.anyOf, ...node.oneOf].flat();
  return [
    node,
    ...unseen(node, seen).flatMap((each) => nodesInPlace(each, seen)),
    ...branches.flatMap((each) => nodesInPlace(each, seen)),
  ];
}

function withReferences(node: Node, seen = new Set<Definition>()): Node[] {
  return unseen(node, seen).flatMap((each) => [each, ...withReferences(each, seen)]);
}

function unseen({ references }: Node, seen: Set<Definition>): Node[] {
  return references.flatMap((definition) => {
    if (seen.has(definition)) return [];
    seen.add(definition);
    return [wholeNode(definition)];
  });
}
