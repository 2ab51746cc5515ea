/**
 * `total = subtotal - discount + fulfillment + tax + fee` (§2.3), or `+ discount` in releases with negative
 * discounts.
 */

import type { ReleaseValues } from "../service/release-values.js";
import type { Total } from "./total.js";

/** The parts of the total, in the order of lists. `items_discount` is already part of the lines. */
export const PARTS = ["subtotal", "discount", "fulfillment", "tax", "fee"] as const;

/** The release's form of amounts, which the generated `releaseValues` include. */
export type TotalsRules = Pick<ReleaseValues, "discounts">;

/** The rules of the protocol's own text (§2.3). */
export const POSITIVE_DISCOUNTS: TotalsRules = { discounts: "positive" };

/**
 * Entries of one type are added up.
 * @param totals their amounts must be safe integers
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

/** The sign of amounts that are taken off, in this release. */
export function signOfDiscounts({ discounts }: TotalsRules): 1 | -1 {
  return discounts === "negative" ? -1 : 1;
}

function signOf(type: string, rules: TotalsRules): bigint {
  if (type === "discount") return BigInt(-signOfDiscounts(rules));
  return PARTS.some((part) => part === type) ? 1n : 0n;
}
