/** Whether the entries of a checkout's totals add up to its total, as a platform can see it: without the lines, and in any release. */

import { checkTotals } from "./check-totals.js";
import { isDiscount, PARTS, type TotalsRules } from "./formula.js";
import type { Total } from "./total.js";

/** An entry may have lines below it, which add up to its amount. */
export type ListedTotal = Total & {
  readonly lines?: readonly { readonly amount: number }[] | undefined;
};

/**
 * Types beside those of the formula are an amount more in releases that have them, and otherwise take no part: a list is right if
 * either is.
 *
 * @param rules of the release; without them the sign of the discounts says how it writes them
 */
export function totalsAddUp(
  totals: readonly ListedTotal[],
  { discounts = signIn(totals) }: Partial<TotalsRules> = {},
): boolean {
  if (!totals.some(({ type }) => type === "total")) return false;
  // Partial: a total that stands alone has nothing to add up.
  const isRight = (list: readonly Total[]): boolean =>
    checkTotals(list, { discounts, partial: true }).every(({ code }) => code === "total_negative");
  return totals.every(linesAddUp) && (isRight(totals) || isRight(totals.map(withKnownType)));
}

function signIn(totals: readonly Total[]): TotalsRules["discounts"] {
  const isNegative = totals.some(({ type, amount }) => isDiscount(type) && amount < 0);
  return isNegative ? "negative" : "positive";
}

function linesAddUp({ amount, lines }: ListedTotal): boolean {
  if (lines === undefined) return true;
  const amounts = lines.map((line) => line.amount);
  if (![amount, ...amounts].every(Number.isSafeInteger)) return false;
  return amounts.reduce((sum, each) => sum + BigInt(each), 0n) === BigInt(amount);
}

const KNOWN = new Set<string>([...PARTS, "items_discount", "total"]);

/** An entry of a type that the formula does not have counts as a fee. */
export function withKnownType(total: Total): Total {
  return KNOWN.has(total.type) ? total : { ...total, type: "fee" };
}
