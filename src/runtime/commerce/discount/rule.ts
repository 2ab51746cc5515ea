/** The discount rules of a business: what each takes off, and from which targets. */

import { minorUnits } from "./amounts-off.js";
import { safeAmount } from "../totals/total.js";

/** A price that discounts apply to: a line, or the delivery. */
export interface DiscountTarget {
  /** JSONPath in the checkout, such as `$.line_items[0]`. */
  readonly path: string;
  /** The full price without discounts, in minor units. */
  readonly amount: number;
  /** Number of units that the amount is for. Default: 1. */
  readonly quantity?: number | undefined;
}

interface RuleBase<Target extends DiscountTarget> {
  /** The name to display. */
  readonly title: string;
  /**
   * `across`: one amount for all targets together, split in proportion to their prices. `each`: a percentage of each
   * target, or an amount for each of its units. Default: across.
   */
  readonly method?: "across" | "each" | undefined;
  /**
   * Rules with lower numbers are applied first, those without a number last. Each applies to what the previous ones
   * left.
   */
  readonly priority?: number | undefined;
  /** Returns true if the discount may apply to the target. Default: every target. */
  appliesTo?(target: Target): boolean;
}

/** Takes off a percentage or an amount, at most what is left. */
export type DiscountRule<Target extends DiscountTarget = DiscountTarget> = RuleBase<Target> &
  (
    | {
        /** Above 0 and up to 100, with at most two decimals. */
        readonly percent: number;
        readonly amount?: never;
      }
    | {
        /** In minor units. */
        readonly amount: number;
        readonly percent?: never;
      }
  );

/** The reason why a known code does not apply. */
export interface CodeRefusal {
  readonly refused: "expired" | "not_applicable" | "user_ineligible" | "user_not_logged_in";
  /** Text for a person. Default: a general text. */
  readonly content?: string | undefined;
}

/** The members of a line item that are read (§2.4). */
export interface DiscountableLine {
  readonly item: { readonly price: number };
  readonly quantity: number;
}

export interface LineTarget<Line> extends DiscountTarget {
  readonly line: Line;
}

/**
 * Returns a target for each line item (§2.4): its price times its quantity, in minor units.
 * @throws RangeError if a price or a quantity is not a non-negative integer
 * @example
 * ```ts
 * import { lineTargets } from "@proto-gen/runtime/commerce";
 *
 * const [target] = lineTargets([{ item: { id: "camera", price: 1999 }, quantity: 2 }]);
 * target?.amount; // 3998
 * target?.path; // "$.line_items[0]"
 * ```
 */
export function lineTargets<Line extends DiscountableLine>(
  lines: readonly Line[],
): readonly LineTarget<Line>[] {
  return lines.map((line, at) => {
    const { item, quantity } = line;
    const amount = safeAmount(minorUnits(item.price) * minorUnits(quantity));
    return { path: `$.line_items[${at}]`, amount, quantity, line };
  });
}
