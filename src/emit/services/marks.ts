/**
 * What tells a resource from an error envelope. In: what an operation gives, and what it gives where there
 * is no resource. Out: members that the one always has and the other never.
 */

import type { Definition, Node } from "../../model/node.js";
import { collectRequiredMembers } from "../../model/in-place.js";

export function marksOf(response: Definition | undefined, outcome: Definition): string[] {
  if (response === undefined) return [];
  const others = new Set(partsOf(outcome.node).flatMap(({ properties }) => [...properties.keys()]));
  return collectRequiredMembers(response).filter((name) => !others.has(name));
}

/** A node, and what applies in its place. */
function partsOf(node: Node): Node[] {
  const parts = [node];
  for (const part of parts)
    for (const { node: each } of part.references) if (!parts.includes(each)) parts.push(each);
  return parts;
}
