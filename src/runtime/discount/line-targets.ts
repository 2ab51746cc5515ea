/** The lines of a checkout as targets of discounts. */

import { minorUnits } from "./amounts-off.js";
import { safeAmount } from "../totals/sum-of.js";
import type { DiscountTarget } from "./rule.js";

/** The members of a line item that are read (§2.4). */
export interface DiscountableLine {
  readonly item: { readonly price: number };
  readonly quantity: number;
}

export interface LineTarget<Line> extends DiscountTarget {
  readonly line: Line;
}

/** @throws RangeError if a price or a quantity is not a non-negative integer */
export function lineTargets<Line extends DiscountableLine>(
  lines: readonly Line[],
): readonly LineTarget<Line>[] {
  return lines.map((line, at) => {
    const { item, quantity } = line;
    const amount = safeAmount(minorUnits(item.price) * minorUnits(quantity));
    return { path: `$.line_items[${at}]`, amount, quantity, line };
  });
}
