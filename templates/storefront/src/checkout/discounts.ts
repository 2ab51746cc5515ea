/** Discount codes (§1.2). */

import { sumOf } from "@proto-gen/runtime/totals";
import type { CheckoutUpdateRequest } from "../generated/index.js";
import type { Line } from "./lines.js";

export interface Discount {
  title: string;
  code: string;
  /** In minor units. */
  amount: number;
}

const CODES: Readonly<Record<string, { readonly title: string; readonly percent: number }>> = {
  TEN: { title: "Ten percent off", percent: 10 },
  WELCOME: { title: "Welcome", percent: 5 },
};

/** The best of the codes; they do not add up. Codes that there are not do nothing. */
export function discountFor(
  { discounts }: Pick<CheckoutUpdateRequest, "discounts">,
  lines: readonly Line[],
): Discount | undefined {
  const subtotal = sumOf(lines.map(({ item, quantity }) => item.price * quantity));
  const known = (discounts?.codes ?? []).flatMap((code) => {
    const discount = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
    return discount === undefined ? [] : [{ code, ...discount }];
  });
  const [best] = known.sort((left, right) => right.percent - left.percent);
  if (best === undefined) return undefined;
  const { title, code, percent } = best;
  return { title, code, amount: Math.round((subtotal * percent) / 100) };
}
