/** Checks totals (§2.3, §2.7) and the lines below them, as a business or as far as a platform can. Never throws. */

import { type Total, expectedTotal, type TotalsRules, isDiscount, PARTS } from "./total.js";

export type TotalsBreachCode =
  /** An amount is not a safe integer. Nothing else in its list is checked. */
  | "amount_unsafe"
  | "total_missing"
  | "total_repeated"
  /** Not `subtotal - discount + fulfillment + tax + fee`. */
  | "total_mismatch"
  /** §2.3: it should not be negative, but that is for the business to decide. */
  | "total_negative"
  /** Not the sum of the lines' subtotals. */
  | "subtotal_mismatch";

export type TotalsBreach = Breach<TotalsBreachCode>;

export interface LineTotals {
  readonly totals: readonly Total[];
}

export interface CheckTotalsOptions {
  /** The lines of the checkout or the cart. Default: not checked. */
  readonly lines?: readonly LineTotals[] | undefined;
  /** Allows a cart's totals without total and subtotal (§2.7). Entries that are present must be right. */
  readonly partial?: boolean | undefined;
  /** JSONPath of the list. Default: `$.totals`. */
  readonly path?: string | undefined;
}

/** Entries of one type are added up; `items_discount` does not count. */
export function checkTotals(
  totals: readonly Total[],
  {
    lines,
    partial = false,
    path = "$.totals",
    discounts = "positive",
  }: CheckTotalsOptions & Partial<TotalsRules> = {},
): readonly TotalsBreach[] {
  const rules: ListRules = { discounts, partial };
  const own = checkList(totals, path, rules);
  if (lines === undefined) return own;
  const ofLines = lines.flatMap((line, index) =>
    checkLine(line.totals, `$.line_items[${index}].totals`, { discounts, partial: true }),
  );
  return [...own, ...ofLines, ...checkSubtotal(totals, { lines, path }, rules)];
}

interface ListRules extends TotalsRules {
  readonly partial: boolean;
}

/**
 * A line may have its subtotal only. Whether `items_discount` is already included is up to the line: either is
 * accepted.
 */
function checkLine(
  totals: readonly Total[],
  path: string,
  rules: ListRules,
): readonly TotalsBreach[] {
  const asGiven = checkList(totals, path, rules);
  return asGiven.length > 0 && checkList(withItemsDiscount(totals), path, rules).length === 0
    ? []
    : asGiven;
}

function withItemsDiscount(totals: readonly Total[]): readonly Total[] {
  return totals.map((each) =>
    each.type === "items_discount" ? { ...each, type: "discount" } : each,
  );
}

function checkList(
  totals: readonly Total[],
  path: string,
  rules: ListRules,
): readonly TotalsBreach[] {
  const unsafe = unsafeAmounts(totals, path);
  if (unsafe.length > 0) return unsafe;
  const found = [...totals.entries()].filter(([, { type }]) => type === "total");
  if (found.length === 0 && !rules.partial)
    return [{ code: "total_missing", path, expected: "one total", found: "none" }];
  const repeated = found.slice(1).map(([index]) => ({
    code: "total_repeated" as const,
    path: `${path}[${index}]`,
    expected: "one total",
    found: `${found.length} of them`,
  }));
  // A line or a cart may have its total alone.
  const isAlone = rules.partial && totals.every(({ type }) => type === "total");
  if (isAlone) return repeated;
  const expected = expectedTotal(totals, rules);
  const amounts = found.flatMap(([index, { amount }]) =>
    checkAmount(amount, expected, `${path}[${index}].amount`),
  );
  return [...repeated, ...amounts];
}

function unsafeAmounts(totals: readonly Total[], path: string): readonly TotalsBreach[] {
  return [...totals.entries()]
    .filter(([, { amount }]) => !Number.isSafeInteger(amount))
    .map(([index, { amount }]) => ({
      code: "amount_unsafe",
      path: `${path}[${index}].amount`,
      expected: "a safe integer",
      found: String(amount),
    }));
}

function checkAmount(amount: number, expected: bigint, path: string): readonly TotalsBreach[] {
  const breaches: TotalsBreach[] = [];
  if (BigInt(amount) !== expected)
    breaches.push({ code: "total_mismatch", path, expected: `${expected}`, found: `${amount}` });
  if (amount < 0)
    breaches.push({ code: "total_negative", path, expected: "0 or more", found: `${amount}` });
  return breaches;
}

function checkSubtotal(
  totals: readonly Total[],
  { lines, path }: { readonly lines: readonly LineTotals[]; readonly path: string },
  rules: ListRules,
): readonly TotalsBreach[] {
  if (rules.partial && totals.every(({ type }) => type !== "subtotal")) return [];
  const all = [totals, ...lines.map((line) => line.totals)];
  // An invalid amount was already reported, and there is no sum.
  if (all.flat().some(({ amount }) => !Number.isSafeInteger(amount))) return [];
  const found = subtotalOf(totals);
  const expected = lines.reduce((sum, line) => sum + subtotalOf(line.totals), 0n);
  const discounts = lines.reduce((sum, line) => sum + itemsDiscountOf(line.totals, rules), 0n);
  return found === expected || found === expected - discounts
    ? []
    : [{ code: "subtotal_mismatch", path, expected: `${expected}`, found: `${found}` }];
}

function itemsDiscountOf(totals: readonly Total[], rules: ListRules): bigint {
  const items = totals.filter(({ type }) => type === "items_discount");
  return -expectedTotal(withItemsDiscount(items), rules);
}

/** A single total is also the subtotal: nothing is added or taken off. */
function subtotalOf(totals: readonly Total[]): bigint {
  const [first] = totals;
  if (first?.type === "total" && totals.length === 1) return BigInt(first.amount);
  return expectedTotal(totals.filter(({ type }) => type === "subtotal"));
}

/** A rule that a result breaks, for the business's logs and tests and not for platforms. */
export interface Breach<Code extends string = string> {
  /** Stable. */
  readonly code: Code;
  /** JSONPath of the violation. */
  readonly path: string;
  /** The required value, in words or as an amount in minor units. */
  readonly expected: string;
  /** The actual value. */
  readonly found: string;
}

/** An entry may have lines, which add up to its amount. */
export type ListedTotal = Total & {
  readonly lines?: readonly { readonly amount: number }[] | undefined;
};

/**
 * Checks whether a checkout's totals add up, as far as a platform can tell: without the lines, and in any release.
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
