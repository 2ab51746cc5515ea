/** Finds out whether any `unevaluated*` looks at what schemas evaluate. */

import { childNodes } from "../../model/graph.js";
import { isUnconstrained, type Node } from "../../model/node.js";

/**
 * True where a rule of the nodes, or of those below them, looks at what other rules evaluate. References are not followed: pass the referenced
 * nodes, too.
 *
 * @example
 * ```ts
 * import { hasUnevaluated, wholeNode, type NamedType } from "proto-gen/emitter/v1";
 *
 * // Whether `exportNode` has to keep conditions without consequences.
 * export function isObserved(types: readonly NamedType[]): boolean {
 *   return hasUnevaluated(types.map(({ definition }) => wholeNode(definition)));
 * }
 * ```
 */
export function hasUnevaluated(nodes: Iterable<Node>): boolean {
  for (const node of nodes) {
    const rules = [node.unevaluatedProperties, node.unevaluatedItems];
    if (rules.some((rule) => rule !== undefined && !isUnconstrained(rule))) return true;
    if (hasUnevaluated(childNodes(node))) return true;
  }
  return false;
}
