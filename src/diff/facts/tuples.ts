/** What a list with fewer positions of their own takes where another has one. In: both lists. Out: what it takes. */

import { isUnconstrained, type Node } from "../../model/node.js";

/** Nothing, anything, or what its `items` say. */
export type RestItems = "nothing" | "anything" | "schema";

export function restItems(before: Node, after: Node): RestItems {
  const shorter = before.prefixItems.length < after.prefixItems.length ? before : after;
  const { items } = shorter;
  if (items?.never !== undefined) return "nothing";
  return items === undefined || isUnconstrained(items) ? "anything" : "schema";
}
