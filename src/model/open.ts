/** Whether a node has rules that the active extensions decide on (DESIGN §6). In: a node. Out: yes or no. */

import { besideInPlace } from "./in-place.js";
import type { Node } from "./node.js";

const known = new WeakMap<Node, boolean>();

/** Of the node itself, and all that applies to the same instance. */
export function isOpen(node: Node): boolean {
  const before = known.get(node);
  if (before !== undefined) return before;
  const seen = new Set([node]);
  for (const each of seen) {
    const found = known.get(each) ?? (leavesOpen(each) || undefined);
    if (found === true) {
      known.set(node, true);
      return true;
    }
    if (found === undefined) for (const beside of besideInPlace(each)) seen.add(beside);
  }
  // What all of these lead to has been seen.
  for (const each of seen) known.set(each, false);
  return false;
}

function leavesOpen({ properties, dependentRequired }: Node): boolean {
  return (
    [...properties.values()].some(({ open }) => open !== undefined) ||
    dependentRequired.some(({ open }) => open !== undefined)
  );
}
