/** The items of a list past its own positions. */

import { isUnconstrained, type Node } from "../../model/node.js";

/** Refused, unconstrained, or with the schema of `items`. */
export type RestItems = "nothing" | "anything" | "schema";

export function restItems(before: Node, after: Node): RestItems {
  const shorter = before.prefixItems.length < after.prefixItems.length ? before : after;
  const { items } = shorter;
  if (items?.never !== undefined) return "nothing";
  return items === undefined || isUnconstrained(items) ? "anything" : "schema";
}
