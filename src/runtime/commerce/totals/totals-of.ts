/** Creates a list of totals (§2.3) from amounts by type. */

import { defined } from "../../json/members.js";
import {
  expectedTotal,
  isDiscount,
  PARTS,
  POSITIVE_DISCOUNTS,
  signOfDiscounts,
  type TotalsRules,
  safeAmount,
} from "./total.js";

export type TotalType = "items_discount" | (typeof PARTS)[number] | "total";

/** In minor units. An omitted type has no entry; 0 has one. */
export interface TotalsAmounts {
  /** Informational: what the lines have already lost. Not part of the total. */
  readonly items_discount?: number | undefined;
  readonly subtotal: number;
  /** The amount taken off, not negative. */
  readonly discount?: number | undefined;
  readonly fulfillment?: number | undefined;
  readonly tax?: number | undefined;
  readonly fee?: number | undefined;
  /** Texts to display with the amounts, `display_text`. */
  readonly labels?: { readonly [Type in TotalType]?: string | undefined } | undefined;
}

/** A `Total` as it is sent. Mutable, like generated types. */
export interface WrittenTotal {
  type: TotalType;
  amount: number;
  display_text?: string;
}

const ORDER = ["items_discount", ...PARTS] as const;

/**
 * @param amounts discounts are positive, whatever the sign in the release
 * @param rules of the release. Default: discounts are written as positive.
 * @returns `items_discount`, `subtotal`, `discount`, `fulfillment`, `tax`, `fee`, as far as given, and `total`
 * @throws RangeError if an amount is not a safe integer, or a discount or the total is negative
 */
export function totalsOf(
  { labels = {}, ...amounts }: TotalsAmounts,
  rules: TotalsRules = POSITIVE_DISCOUNTS,
): WrittenTotal[] {
  const parts = ORDER.flatMap((type) => {
    const amount = amounts[type];
    if (amount === undefined) return [];
    const written = checked(type, amount) * (isDiscount(type) ? signOfDiscounts(rules) : 1);
    // In releases with negative discounts, zero is not allowed.
    return isDiscount(type) && rules.discounts === "negative" && amount === 0
      ? []
      : [entryOf(type, written, labels[type])];
  });
  const total = safeAmount(expectedTotal(parts, rules));
  return [...parts, entryOf("total", notNegative("total", total), labels.total)];
}

function checked(type: TotalType, amount: number): number {
  if (!Number.isSafeInteger(amount))
    throw new RangeError(`${type}: expected a safe integer in minor units, found ${amount}`);
  return isDiscount(type) ? notNegative(type, amount) : amount;
}

function notNegative(type: TotalType, amount: number): number {
  if (amount < 0) throw new RangeError(`${type} must not be negative: ${amount}`);
  return amount;
}

function entryOf(type: TotalType, amount: number, label: string | undefined): WrittenTotal {
  return { type, ...defined({ display_text: label }), amount };
}
