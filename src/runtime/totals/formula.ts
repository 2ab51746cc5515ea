/** `total = subtotal - discount + fulfillment + tax + fee` (§2.3). */

import type { Total } from "./total.js";

/** What takes part, in the order in which lists have it. `items_discount` is inside the lines already. */
export const PARTS = ["subtotal", "discount", "fulfillment", "tax", "fee"] as const;

/**
 * Several entries of a type add up.
 *
 * @param totals whose amounts are safe integers
 */
export function expectedTotal(totals: readonly Pick<Total, "type" | "amount">[]): bigint {
  return totals.reduce((sum, { type, amount }) => sum + signOf(type) * BigInt(amount), 0n);
}

function signOf(type: string): bigint {
  if (type === "discount") return -1n;
  return PARTS.some((part) => part === type) ? 1n : 0n;
}
