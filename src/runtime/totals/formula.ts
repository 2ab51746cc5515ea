/** `total = subtotal - discount + fulfillment + tax + fee` (§2.3); `+ discount` in a release that writes discounts below zero. */

import type { ReleaseValues } from "../service/release-values.js";
import type { Total } from "./total.js";

/** What takes part, in the order in which lists have it. `items_discount` is inside the lines already. */
export const PARTS = ["subtotal", "discount", "fulfillment", "tax", "fee"] as const;

const POSITIVE = { discounts: "positive" } as const;

/**
 * Several entries of a type add up.
 *
 * @param totals whose amounts are safe integers
 */
export function expectedTotal(
  totals: readonly Pick<Total, "type" | "amount">[],
  rules: Pick<ReleaseValues, "discounts"> = POSITIVE,
): bigint {
  return totals.reduce((sum, { type, amount }) => sum + signOf(type, rules) * BigInt(amount), 0n);
}

export function isDiscount(type: string): boolean {
  return type === "discount" || type === "items_discount";
}

/** The sign with which a release writes an amount that is taken off. */
export function signOfDiscounts({ discounts }: Pick<ReleaseValues, "discounts">): 1 | -1 {
  return discounts === "negative" ? -1 : 1;
}

function signOf(type: string, rules: Pick<ReleaseValues, "discounts">): bigint {
  if (type === "discount") return BigInt(-signOfDiscounts(rules));
  return PARTS.some((part) => part === type) ? 1n : 0n;
}
