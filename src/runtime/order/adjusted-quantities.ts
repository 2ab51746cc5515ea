/**
 * The quantities of each line that completed adjustments take away and add.
 *
 * Only `return` and `cancellation` take away: a refund names the lines that the money is for, and its goods may be in a return as
 * well. In releases with signed quantities a quantity above zero adds to the line, whatever the adjustment's type, and what is
 * returned is no longer part of the line's total.
 */

import type { OrderLineForm } from "../service/index.js";
import type { Adjustment, LineQuantity } from "./order-body.js";

type Quantities = ReadonlyMap<string, number>;

export interface AdjustedQuantities {
  readonly returned: Quantities;
  readonly canceled: Quantities;
  /** Empty where quantities have no sign. */
  readonly added: Quantities;
}

/** Types of adjustments that take away from lines. */
const REDUCTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(["return", "cancellation"]);

export function isReduction({ type }: Pick<Adjustment, "type">): boolean {
  return REDUCTIONS.has(type);
}

export function adjustedQuantities(
  adjustments: readonly Adjustment[],
  { adjustedQuantities: sign }: OrderLineForm,
): AdjustedQuantities {
  const completed = adjustments.filter(({ status }) => status === "completed");
  const linesOf = (counts: (each: Adjustment) => boolean): readonly LineQuantity[] =>
    completed.filter(counts).flatMap((each) => each.line_items ?? []);
  const taken = (type: string): Quantities => {
    const lines = linesOf((each) => each.type === type);
    // Orders that are kept already may have them without a sign.
    return quantitiesOf(sign === "signed" ? lines.map(magnitude) : lines);
  };
  const isAddition = (each: Adjustment): boolean => sign === "signed" && !isReduction(each);
  return {
    returned: taken("return"),
    canceled: taken("cancellation"),
    added: quantitiesOf(linesOf(isAddition)),
  };
}

/** The quantities that an adjustment takes away or is about, as far as they are bound by what there is of a line. */
export function boundQuantities(
  { line_items: lines = [] }: Adjustment,
  { adjustedQuantities: sign }: OrderLineForm,
): readonly LineQuantity[] {
  if (sign === "positive") return lines;
  return lines.map(({ id, quantity }) => ({ id, quantity: -quantity }));
}

function magnitude({ id, quantity }: LineQuantity): LineQuantity {
  return { id, quantity: Math.abs(quantity) };
}

/** The quantity of each line; those of a line that is named twice are added. A quantity that is not above zero is left out. */
export function quantitiesOf(lines: readonly LineQuantity[]): Quantities {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lines) {
    const counted = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0;
    sums.set(id, (sums.get(id) ?? 0) + counted);
  }
  return sums;
}
