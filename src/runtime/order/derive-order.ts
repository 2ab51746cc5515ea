/** What follows from an order's logs (§2.9). In: an order. Out: it, with each line's quantities and status. */

import type { OrderLineForm } from "../service/index.js";
import type { LineQuantity, LineStatus, OrderBody, OrderLine } from "./order-body.js";
import { lineFormOf, type OrderOption } from "./order-option.js";
import { type LineTally, NO_TALLY, tallyLines } from "./tally.js";

/**
 * `quantity.total` is what was ordered less what was canceled, `quantity.fulfilled` what was delivered less
 * what came back, from 0 to the total; `tally.ts` has the rule. A line of which everything was canceled is
 * `fulfilled`: 0 of 0 (§2.9).
 *
 * In releases whose adjustments have signed quantities, additions count for the total, and returns against it. A line of which
 * nothing is left is `removed` where the release has that status.
 * @param ordered the checkout's lines, or what was ordered of each line; by default `orderedQuantities(order)`,
 *   which takes the order's own totals for derived
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
 * The ordered quantity of each line, which never changes: the one that the line keeps, or else its present total, plus canceled and
 * removed quantities, less added ones.
 * @param order whose totals are derived
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

/** The quantity of each line that an event or an adjustment may name, with what adjustments have added. */
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
