/**
 * Checks whether a checkout's totals add up, as far as a platform can tell: without the lines, and in any release.
 */

import { checkTotals } from "./check-totals.js";
import { type Total, isDiscount, PARTS, type TotalsRules } from "./total.js";

/** An entry may have lines, which add up to its amount. */
export type ListedTotal = Total & {
  readonly lines?: readonly { readonly amount: number }[] | undefined;
};

/**
 * Depending on the release, unknown types either count as amounts or are ignored: a list is right if either reading
 * is.
 * @param rules of the release. Default: guessed from the sign of the discounts.
 */
export function totalsAddUp(
  totals: readonly ListedTotal[],
  { discounts = signIn(totals) }: Partial<TotalsRules> = {},
): boolean {
  if (!totals.some(({ type }) => type === "total")) return false;
  // `partial`, because a single total has nothing to add up.
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

/** Treats an entry of an unknown type as a fee. */
export function withKnownType(total: Total): Total {
  return KNOWN.has(total.type) ? total : { ...total, type: "fee" };
}
