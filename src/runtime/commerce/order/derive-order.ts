/** Derives each line's quantities and status from the order's logs (§2.9). */

import type { OrderLineForm } from "../../service/release-values.js";
import type { LineQuantity, LineStatus, OrderBody, OrderLine } from "./order-body.js";
import { lineFormOf, type OrderOption } from "./order-option.js";
import { type LineTally, NO_TALLY, tallyLines } from "./tally.js";

/**
 * `quantity.total` is what was ordered minus what was canceled. `quantity.fulfilled` is what was delivered minus what
 * came back, limited to 0 to `total`; see `tally.ts`. A line that was canceled completely is `fulfilled`: 0 of 0
 * (§2.9).
 *
 * In releases with signed adjustment quantities, additions raise the total and returns lower it. An empty line is
 * `removed` if the release has that status.
 * @param ordered the checkout's lines, or the ordered quantity of each line. Default: `orderedQuantities(order)`,
 * which assumes that the order's own totals are derived.
 */
export function deriveOrder<Order extends OrderBody>(
  order: Order,
  ordered: readonly LineQuantity[] | undefined = undefined,
  option?: OrderOption,
): Order {
  const form = lineFormOf(option);
  const tallies = tallyLines(order, option);
  const all = ordered ?? orderedQuantities(order, option);
  const quantities = new Map(all.map(({ id, quantity }) => [id, quantity]));
  const lines = order.line_items.map((line) => {
    const original = quantities.get(line.id) ?? 0;
    const { total, fulfilled } = derive(original, tallies.get(line.id) ?? NO_TALLY);
    const kept = form.originalQuantity === "kept" ? { original } : {};
    const quantity = { ...line.quantity, ...kept, total, fulfilled };
    return { ...line, quantity, status: statusOf(quantity, form) };
  });
  return { ...order, line_items: lines };
}

/**
 * The ordered quantity of each line, which never changes: `original` if the line keeps it, and otherwise its present
 * total plus canceled and removed minus added quantities.
 * @param order its totals must be derived, not set by hand
 */
export function orderedQuantities(order: OrderBody, option?: OrderOption): readonly LineQuantity[] {
  const { originalQuantity } = lineFormOf(option);
  const tallies = tallyLines(order, option);
  return order.line_items.map(({ id, quantity: { original, total } }: OrderLine) => {
    if (originalQuantity === "kept" && original !== undefined) return { id, quantity: original };
    const { canceled, removed, added } = tallies.get(id) ?? NO_TALLY;
    return { id, quantity: total + canceled + removed - added };
  });
}

/** The quantity of each line that an event or an adjustment may name, including what adjustments added. */
export function availableQuantities(
  order: OrderBody,
  ordered: readonly LineQuantity[],
  option?: OrderOption,
): readonly LineQuantity[] {
  const tallies = tallyLines(order, option);
  return ordered.map(({ id, quantity }) => ({
    id,
    quantity: quantity + (tallies.get(id)?.added ?? 0),
  }));
}

type Derived = Pick<OrderLine["quantity"], "total" | "fulfilled">;

function derive(ordered: number, tally: LineTally): Derived {
  const { delivered, returned, canceled, added, removed } = tally;
  const total = Math.max(0, ordered + added - canceled - removed);
  return { total, fulfilled: Math.min(total, Math.max(0, delivered - returned)) };
}

function statusOf({ total, fulfilled }: Derived, { emptyStatus }: OrderLineForm): LineStatus {
  if (total === 0) return emptyStatus;
  if (fulfilled === total) return "fulfilled";
  return fulfilled > 0 ? "partial" : "processing";
}
