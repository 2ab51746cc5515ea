/**
 * The quantities that completed adjustments remove from and add to each line.
 *
 * Only `return` and `cancellation` remove: a refund names the lines that the money is for, and its goods may be in a
 * return as well. In releases with signed quantities, a positive quantity adds to the line whatever the adjustment's
 * type, and returned goods no longer count towards the line's total.
 */

import type { OrderLineForm } from "../../service/release-values.js";
import type { Adjustment, LineQuantity } from "./order-body.js";

type Quantities = ReadonlyMap<string, number>;

export interface AdjustedQuantities {
  readonly returned: Quantities;
  readonly canceled: Quantities;
  /** Empty in releases without signed quantities. */
  readonly added: Quantities;
}

/** Types of adjustments that remove goods from lines. */
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
    // Stored orders may have unsigned quantities.
    return quantitiesOf(sign === "signed" ? lines.map(magnitude) : lines);
  };
  const isAddition = (each: Adjustment): boolean => sign === "signed" && !isReduction(each);
  return {
    returned: taken("return"),
    canceled: taken("cancellation"),
    added: quantitiesOf(linesOf(isAddition)),
  };
}

/** The adjustment's quantities that must not exceed what the line has. */
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

/** Sums the quantities by line id. Quantities that are not positive are ignored. */
export function quantitiesOf(lines: readonly LineQuantity[]): Quantities {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lines) {
    const counted = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0;
    sums.set(id, (sums.get(id) ?? 0) + counted);
  }
  return sums;
}
