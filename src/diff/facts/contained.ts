import type { Node } from "../../model/node.js";

/** The schema that some items have to match, where there is one and no upper limit: it is compared as items are. */
export function soleContained({ contains }: Pick<Node, "contains">): Node | undefined {
  const [only, ...others] = contains;
  return only?.max === undefined && others.length === 0 ? only?.node : undefined;
}
