/** Whether a node has rules that the active extensions decide on (DESIGN §6). In: a node. Out: yes or no. */

import { childNodes } from "./graph.js";
import type { Node } from "./node.js";

/** Whether it depends on them what a member is, or which values there are: of the node, or of all that is reached from it. */
export const isOpen = reaching((node) => leavesMembersOpen(node) || leavesValuesOpen(node));

/** Whether it depends on them which values there are. */
export const hasOpenValues = reaching(leavesValuesOpen);

/** Whether a node, or one that is reached from it, is of a kind. */
function reaching(isOfKind: (node: Node) => boolean): (node: Node) => boolean {
  const known = new WeakMap<Node, boolean>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const seen = new Set([node]);
    for (const each of seen) {
      const found = known.get(each) ?? (isOfKind(each) || undefined);
      if (found === true) {
        known.set(node, true);
        return true;
      }
      if (found === undefined) for (const next of reachedFrom(each)) seen.add(next);
    }
    // What all of these lead to has been seen.
    for (const each of seen) known.set(each, false);
    return false;
  };
}

function reachedFrom(node: Node): readonly Node[] {
  return [...node.references.map((definition) => definition.node), ...childNodes(node)];
}

function leavesMembersOpen({ properties, dependentRequired }: Node): boolean {
  return (
    [...properties.values()].some(({ open }) => open !== undefined) ||
    dependentRequired.some(({ open }) => open !== undefined)
  );
}

function leavesValuesOpen({ ownedValues }: Node): boolean {
  return ownedValues.some((owned) => owned.isOpen);
}
