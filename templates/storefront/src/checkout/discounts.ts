/** Discount codes (§1.2). In: codes and lines. Out: the discount that applies, its part of each line, and what the others are told. */

import { warningMessage, type Message } from "@proto-gen/runtime/envelope";
import { sumOf } from "@proto-gen/runtime/totals";
import type { CheckoutUpdateRequest } from "../generated/index.js";
import type { Line } from "./lines.js";

export interface Discount {
  title: string;
  code: string;
  /** In minor units. */
  amount: number;
  /** The part of each line that has one; together they are the amount. */
  allocations: Allocation[];
}

interface Allocation {
  /** JSONPath of the line in the checkout. */
  path: string;
  /** In minor units. */
  amount: number;
}

const CODES: Readonly<Record<string, { readonly title: string; readonly percent: number }>> = {
  TEN: { title: "Ten percent off", percent: 10 },
  WELCOME: { title: "Welcome", percent: 5 },
};

/** The best of the codes; they do not add up. */
export function discountFor(
  { discounts }: Pick<CheckoutUpdateRequest, "discounts">,
  lines: readonly Line[],
): Discount | undefined {
  const prices = lines.map(({ item, quantity }) => item.price * quantity);
  const known = (discounts?.codes ?? []).flatMap((code) => {
    const discount = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
    return discount === undefined ? [] : [{ code, ...discount }];
  });
  const [best] = known.sort((left, right) => right.percent - left.percent);
  if (best === undefined) return undefined;
  const { title, code, percent } = best;
  const amount = Math.round((sumOf(prices) * percent) / 100);
  return { title, code, amount, allocations: allocate(amount, prices) };
}

/** One warning for each code that does nothing. */
export function discountWarnings(
  { discounts }: Pick<CheckoutUpdateRequest, "discounts">,
  applied: Discount | undefined,
): Message[] {
  return (discounts?.codes ?? []).flatMap((each, index, all): Message[] => {
    if (each === applied?.code && all.indexOf(each) === index) return [];
    const path = `$.discounts.codes[${index}]`;
    if (!Object.hasOwn(CODES, each))
      return [
        warningMessage({ code: "discount_code_invalid", content: "There is no such code.", path }),
      ];
    const content = "Another code gives more, and codes do not add up.";
    return [warningMessage({ code: "discount_code_combination_disallowed", content, path })];
  });
}

/** In proportion to the prices; what rounding leaves goes to the largest fractions first. */
function allocate(amount: number, prices: readonly number[]): Allocation[] {
  const whole = sumOf(prices);
  if (whole === 0) return [];
  const shares = prices.map((price, index) => {
    const exact = (amount * price) / whole;
    return { index, share: Math.floor(exact), fraction: exact - Math.floor(exact) };
  });
  const left = amount - sumOf(shares.map(({ share }) => share));
  const favoured = [...shares].sort((one, other) => other.fraction - one.fraction).slice(0, left);
  return shares
    .map((each) => ({
      path: `$.line_items[${each.index}]`,
      amount: each.share + (favoured.includes(each) ? 1 : 0),
    }))
    .filter((each) => each.amount > 0);
}
