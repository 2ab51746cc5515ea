/** The shop's discount codes (§1.2). The runtime calculates what they take off. */

import {
  calculateDiscounts,
  lineTargets,
  type CalculatedDiscounts,
} from "@proto-gen/runtime/commerce";
import type { CheckoutUpdateRequest } from "../generated/index.js";
import type { Line } from "./lines.js";

interface Code {
  readonly title: string;
  readonly percent: number;
}

/** In capitals: buyers write them as they like. */
const CODES: Readonly<Record<string, Code>> = {
  TEN: { title: "Ten percent off", percent: 10 },
  WELCOME: { title: "Welcome", percent: 5 },
};

/** The best of the codes; they do not add up. */
export function discountsFor(
  { codes }: NonNullable<CheckoutUpdateRequest["discounts"]>,
  lines: readonly Pick<Line, "item" | "quantity">[],
): CalculatedDiscounts {
  return calculateDiscounts({
    codes,
    targets: lineTargets(lines),
    find: codeOf,
    combine: (all) =>
      [...all].sort((one, other) => other.rule.percent - one.rule.percent).slice(0, 1),
  });
}

function codeOf(text: string): Code | undefined {
  const code = text.toUpperCase();
  return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}
