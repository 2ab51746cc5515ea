/** Whether a node has rules that the active extensions decide on (DESIGN §6). In: a node. Out: yes or no. */

import type { Node } from "./node.js";

const known = new WeakMap<Node, boolean>();

/** Of the node itself, and all that applies to the same instance. */
export function isOpen(node: Node): boolean {
  const before = known.get(node);
  if (before !== undefined) return before;
  const found = [...inPlace(node)].some(leavesOpen);
  known.set(node, found);
  return found;
}

function leavesOpen({ properties, dependentRequired }: Node): boolean {
  return (
    [...properties.values()].some(({ open }) => open !== undefined) ||
    dependentRequired.some(({ open }) => open !== undefined)
  );
}

function inPlace(node: Node): ReadonlySet<Node> {
  const found = new Set([node]);
  for (const each of found) {
    const { references, anyOf, oneOf, not, conditionals, dependentSchemas } = each;
    const below = [
      ...references.map((definition) => definition.node),
      ...anyOf.flat(),
      ...oneOf.flat(),
      ...not,
      ...conditionals.flatMap((conditional) => [
        conditional.if,
        ...[conditional.then ?? [], conditional.else ?? []].flat(),
      ]),
      ...dependentSchemas.map((dependent) => dependent.node),
    ];
    for (const other of below) found.add(other);
  }
  return found;
}
