/** A list of totals (§2.3). In: amounts by type. Out: the entries, `total` last. */

import {
  expectedTotal,
  isDiscount,
  PARTS,
  POSITIVE_DISCOUNTS,
  signOfDiscounts,
  type TotalsRules,
} from "./formula.js";
import { safeAmount } from "./sum-of.js";

export type TotalType = "items_discount" | (typeof PARTS)[number] | "total";

/** In minor units. What is left out has no entry; 0 has one. */
export interface TotalsAmounts {
  /** For the reader alone: what the lines have lost already. Takes no part in the total. */
  readonly items_discount?: number | undefined;
  readonly subtotal: number;
  /** What is taken off: not negative. */
  readonly discount?: number | undefined;
  readonly fulfillment?: number | undefined;
  readonly tax?: number | undefined;
  readonly fee?: number | undefined;
  /** Texts to show beside the amounts, `display_text`. */
  readonly labels?: { readonly [Type in TotalType]?: string | undefined } | undefined;
}

/** A `Total` as it is sent; arrays and members may be written, as those of generated types. */
export interface WrittenTotal {
  type: TotalType;
  amount: number;
  display_text?: string;
}

const ORDER = ["items_discount", ...PARTS] as const;

/**
 * @param amounts discounts are above zero, whatever the release writes
 * @param rules of the release; discounts are above zero unless given
 * @returns `items_discount`, `subtotal`, `discount`, `fulfillment`, `tax`, `fee`, as far as given, and `total`
 * @throws RangeError where an amount is not a safe integer, a discount is negative, or the total is
 */
export function totalsOf(
  { labels = {}, ...amounts }: TotalsAmounts,
  rules: TotalsRules = POSITIVE_DISCOUNTS,
): WrittenTotal[] {
  const parts = ORDER.flatMap((type) => {
    const amount = amounts[type];
    if (amount === undefined) return [];
    const written = checked(type, amount) * (isDiscount(type) ? signOfDiscounts(rules) : 1);
    // A discount below zero cannot be zero.
    return isDiscount(type) && rules.discounts === "negative" && amount === 0
      ? []
      : [entryOf(type, written, labels[type])];
  });
  const total = safeAmount(expectedTotal(parts, rules));
  return [...parts, entryOf("total", notNegative("total", total), labels.total)];
}

function checked(type: TotalType, amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${type}: ${amount} is not an amount`);
  return isDiscount(type) ? notNegative(type, amount) : amount;
}

function notNegative(type: TotalType, amount: number): number {
  if (amount < 0) throw new RangeError(`${type} is negative: ${amount}`);
  return amount;
}

function entryOf(type: TotalType, amount: number, label: string | undefined): WrittenTotal {
  return { type, ...(label === undefined ? {} : { display_text: label }), amount };
}
