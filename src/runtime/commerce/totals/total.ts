/**
 * Amounts add up to a total: `total = subtotal - discount + fulfillment + tax + fee` (§2.3), or `+ discount` in
 * releases with negative discounts. Sums of integers in minor units are exact. `totalsOf` creates a list of totals from amounts by type.
 */

import { defined } from "../../json/members.js";
import type { ReleaseValues } from "../../service/release-values.js";

/** An amount of a checkout, a cart, an order, a line or an option (§2.3). */
export interface Total {
  /** `items_discount`, `subtotal`, `discount`, `fulfillment`, `tax`, `fee`, `total`. */
  readonly type: string;
  /** In minor units of the currency. */
  readonly amount: number;
  readonly display_text?: string | undefined;
}

/** The parts of the total, in the order of lists. `items_discount` is already part of the lines. */
export const PARTS = ["subtotal", "discount", "fulfillment", "tax", "fee"] as const;

/** The release's form of amounts, which the generated `releaseValues` include. */
export type TotalsRules = Pick<ReleaseValues, "discounts">;

/** The rules of the protocol's own text (§2.3). */
const POSITIVE_DISCOUNTS: TotalsRules = { discounts: "positive" };

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
function signOfDiscounts({ discounts }: TotalsRules): 1 | -1 {
  return discounts === "negative" ? -1 : 1;
}

function signOf(type: string, rules: TotalsRules): bigint {
  if (type === "discount") return BigInt(-signOfDiscounts(rules));
  return PARTS.some((part) => part === type) ? 1n : 0n;
}
/**
 * Adds amounts with BigInt, so that no step loses a unit.
 * @param amounts in minor units
 * @throws RangeError if an amount or the sum is not a safe integer
 * @example
 * ```ts
 * import { sumOf } from "@proto-gen/runtime/commerce";
 *
 * sumOf([1999, -200, 490]); // 2289
 * sumOf([19.99]); // throws RangeError
 * ```
 */
export function sumOf(amounts: Iterable<number>): number {
  return safeAmount(exactSum(amounts));
}

/**
 * The sum of a type's entries (§2.3), in minor units. Undefined if there are none.
 * @throws RangeError if an amount or the sum is not a safe integer
 * @example
 * ```ts
 * import { amountOf } from "@proto-gen/runtime/commerce";
 *
 * const totals = [
 *   { type: "tax", amount: 150 },
 *   { type: "tax", amount: 50 },
 *   { type: "total", amount: 2199 },
 * ];
 * amountOf(totals, "tax"); // 200
 * amountOf(totals, "fee"); // undefined
 * ```
 */
export function amountOf(totals: readonly Total[], type: string): number | undefined {
  const amounts = totals.filter((each) => each.type === type).map(({ amount }) => amount);
  return amounts.length === 0 ? undefined : sumOf(amounts);
}

/** @throws RangeError if an amount is not a safe integer */
function exactSum(amounts: Iterable<number>): bigint {
  let sum = 0n;
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount))
      throw new RangeError(`expected a safe integer amount in minor units, found ${amount}`);
    sum += BigInt(amount);
  }
  return sum;
}

/** @throws RangeError if a number cannot represent it exactly */
export function safeAmount(sum: bigint): number {
  const amount = Number(sum);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${sum} is too large for an amount`);
  return amount;
}

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
