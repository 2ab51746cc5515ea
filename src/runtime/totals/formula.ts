/** `total = subtotal - discount + fulfillment + tax + fee` (§2.3); `+ discount` in a release that writes discounts below zero. */

import type { ReleaseValues } from "../service/release-values.js";
import type { Total } from "./total.js";

/** What takes part, in the order in which lists have it. `items_discount` is inside the lines already. */
export const PARTS = ["subtotal", "discount", "fulfillment", "tax", "fee"] as const;

/** How a release writes amounts: the generated `releaseValues` has these, too. */
export type TotalsRules = Pick<ReleaseValues, "discounts">;

/** The rules of the protocol's own text (§2.3). */
export const POSITIVE_DISCOUNTS: TotalsRules = { discounts: "positive" };

/**
 * Several entries of a type add up.
 *
 * @param totals whose amounts are safe integers
 */
export function expectedTotal(
  totals: readonly Pick<Total, "type" | "amount">[],
  rules: TotalsRules = POSITIVE_DISCOUNTS,
): bigint {
  return totals.reduce((sum, { type, amount }) => sum + signOf(type, rules) * BigInt(amount), 0n);
}

export function isDiscount(type: string): boolean {
  return type === "discount" || type === "items_discount";
}

/** The sign with which a release writes an amount that is taken off. */
export function signOfDiscounts({ discounts }: TotalsRules): 1 | -1 {
  return discounts === "negative" ? -1 : 1;
}

function signOf(type: string, rules: TotalsRules): bigint {
  if (type === "discount") return BigInt(-signOfDiscounts(rules));
  return PARTS.some((part) => part === type) ? 1n : 0n;
}
