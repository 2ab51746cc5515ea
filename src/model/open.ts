/** Whether a node has rules that the active extensions decide on (DESIGN §6). In: a node. Out: yes or no. */

import { inPlace } from "./in-place.js";
import type { Node } from "./node.js";

const known = new WeakMap<Node, boolean>();

/** Of the node itself, and all that applies to the same instance. */
export function isOpen(node: Node): boolean {
  const before = known.get(node);
  if (before !== undefined) return before;
  const found = [...inPlace([node])].some(leavesOpen);
  known.set(node, found);
  return found;
}

function leavesOpen({ properties, dependentRequired }: Node): boolean {
  return (
    [...properties.values()].some(({ open }) => open !== undefined) ||
    dependentRequired.some(({ open }) => open !== undefined)
  );
}
