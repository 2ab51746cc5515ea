/** Tells which nodes depend on the active extensions (DESIGN §6). */

import { childNodes } from "./graph.js";
import type { Node } from "./node.js";

/** True where a member's visibility or an allowed value depends on them, in the node or in one that it reaches. */
export const isOpen = reaching((node) => leavesMembersOpen(node) || leavesValuesOpen(node));

/** True where an allowed value depends on them. */
export const hasOpenValues = reaching(leavesValuesOpen);

/** True where the node, or one that it reaches, has the property. */
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
