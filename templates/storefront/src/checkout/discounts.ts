/** The shop's discounts (§1.2): by code, and by what a buyer is entitled to. The runtime calculates what they take off. */

import {
  calculateDiscounts,
  lineTargets,
  type CalculatedDiscounts,
} from "@proto-gen/runtime/commerce";
import type { Currency, Prices } from "../currency.js";
import type { CheckoutUpdateRequest } from "../generated/index.js";
import type { Discounts } from "../shop-data.js";
import type { Line } from "./lines.js";

/** A percentage, or an amount in minor units of the home currency. */
export type DiscountCode = { readonly title: string } & (
  | { readonly percent: number; readonly amount?: never }
  | { readonly amount: number; readonly percent?: never }
);

type Rule = DiscountCode & {
  /** The claim that the buyer has made, which the discount is for. */
  readonly claim?: string;
};

interface Asked {
  readonly codes?: NonNullable<CheckoutUpdateRequest["discounts"]>["codes"] | undefined;
  /** What the platform says the buyer is entitled to: `context.eligibility`. Claims that nobody knows are ignored. */
  readonly claims?: readonly string[] | undefined;
}

export interface DiscountingOptions {
  readonly discounts: Discounts;
  readonly prices: Prices;
  readonly currency: Currency;
}

/** `combine` decides about several: `best` unless the shop says otherwise. */
export function discountsFor(
  { codes, claims = [] }: Asked,
  lines: readonly Pick<Line, "item" | "quantity">[],
  { discounts, prices, currency }: DiscountingOptions,
): CalculatedDiscounts {
  const { combine = "best", eligibility = {} } = discounts;
  const priced = ({ amount, ...rule }: DiscountCode): DiscountCode =>
    amount === undefined
      ? (rule as DiscountCode)
      : { title: rule.title, amount: prices.amountIn(currency, amount) };
  const known = new Map(
    Object.entries(discounts.codes ?? {}).map(([code, rule]) => [code.toUpperCase(), rule]),
  );
  const targets = lineTargets(lines);
  const whole = targets.reduce((sum, { amount }) => sum + amount, 0);
  const worth = ({ percent, amount = 0 }: Rule): number =>
    percent === undefined ? amount : (whole * percent) / 100;
  const automatic = claims.flatMap((claim): Rule[] => {
    const rule = Object.hasOwn(eligibility, claim) ? eligibility[claim] : undefined;
    return rule === undefined ? [] : [{ ...priced(rule), claim }];
  });
  const calculated = calculateDiscounts<(typeof targets)[number], Rule>({
    codes,
    targets,
    find(text) {
      const rule = known.get(text.toUpperCase());
      return rule && priced(rule);
    },
    automatic,
    ...(combine === "all"
      ? {}
      : {
          combine: (all) =>
            [...all].sort((one, other) => worth(other.rule) - worth(one.rule)).slice(0, 1),
        }),
  });
  const claimOf = new Map(automatic.map(({ title, claim }) => [title, claim]));
  return {
    ...calculated,
    applied: calculated.applied.map((each) => {
      const claim = each.code === undefined ? claimOf.get(each.title) : undefined;
      // Releases that have the member say which claim was believed; nobody has proved it yet.
      return claim === undefined ? each : { ...each, eligibility: claim, provisional: true };
    }),
  };
}
