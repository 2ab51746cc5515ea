/** The members by which a program tells a resource from an error envelope, since both may answer one operation. */

import type { Definition, Node } from "../v1.js";
import { collectRequiredMembers } from "../../model/in-place.js";

/** Members that the response always has and the outcome never. */
export function distinguishingMembers(
  response: Definition | undefined,
  outcome: Definition,
): string[] {
  if (response === undefined) return [];
  const others = new Set(
    [...withReferences(outcome.node)].flatMap(({ properties }) => [...properties.keys()]),
  );
  return collectRequiredMembers(response).filter((name) => !others.has(name));
}

/** A node, and the nodes that it refers to in place. */
function withReferences(node: Node): ReadonlySet<Node> {
  const nodes = new Set([node]);
  for (const each of nodes) for (const reference of each.references) nodes.add(reference.node);
  return nodes;
}
