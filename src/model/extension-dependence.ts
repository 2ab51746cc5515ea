/** Finds the nodes whose rules depend on which extensions are active (DESIGN §6). */

import { childNodes } from "./graph.js";
import type { Node } from "./node.js";

/** True where the visibility of a member or the values of an enum do, in the node or in any that is reached from it. */
export const dependsOnExtensions = memoizedReach(
  (node) => leavesMembersOpen(node) || leavesValuesOpen(node),
);

/** True where the values of an enum do. */
export const hasConditionalValues = memoizedReach(leavesValuesOpen);

/** A predicate that is true where the node, or one that is reached from it, satisfies another one. */
function memoizedReach(matches: (node: Node) => boolean): (node: Node) => boolean {
  const known = new WeakMap<Node, boolean>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const seen = new Set([node]);
    for (const each of seen) {
      const found = known.get(each) ?? (matches(each) || undefined);
      if (found === true) {
        known.set(node, true);
        return true;
      }
      if (found === undefined) for (const next of reachedFrom(each)) seen.add(next);
    }
    // No node that these lead to matches, since all of them have been visited.
    for (const each of seen) known.set(each, false);
    return false;
  };
}

function reachedFrom(node: Node): readonly Node[] {
  return [...node.references.map((definition) => definition.node), ...childNodes(node)];
}

function leavesMembersOpen({ properties, dependentRequired }: Node): boolean {
  return (
    [...properties.values()].some(({ contested }) => contested !== undefined) ||
    dependentRequired.some(({ contested }) => contested !== undefined)
  );
}

function leavesValuesOpen({ ownedValues }: Node): boolean {
  return ownedValues.some((owned) => owned.isConditional);
}
