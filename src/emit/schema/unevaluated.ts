/** Finds out whether any `unevaluated*` looks at what schemas evaluate. */

import { childNodes } from "../../model/graph.js";
import { isUnconstrained, type Node } from "../../model/node.js";

/** Covers the nodes and all below them, but does not follow references: pass the referenced nodes, too. */
export function hasUnevaluated(nodes: Iterable<Node>): boolean {
  for (const node of nodes) {
    const rules = [node.unevaluatedProperties, node.unevaluatedItems];
    if (rules.some((rule) => rule !== undefined && !isUnconstrained(rule))) return true;
    if (hasUnevaluated(childNodes(node))) return true;
  }
  return false;
}
