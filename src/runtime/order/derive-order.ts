/** What follows from an order's logs (§2.9). In: an order. Out: it, with each line's quantities and status. */

import type { MethodTypesOption } from "../fulfillment/method-types.js";
import type { LineQuantity, LineStatus, OrderBody, OrderLine } from "./order-body.js";
import { type LineTally, tallyLines } from "./tally.js";

/**
 * `quantity.total` is what was ordered less what was canceled, `quantity.fulfilled` what was delivered less
 * what came back, from 0 to the total; `tally.ts` has the rule. A line of which everything was canceled is
 * `fulfilled`: 0 of 0 (§2.9).
 * @param ordered the checkout's lines, or what was ordered of each line; by default `orderedQuantities(order)`,
 *   which takes the order's own totals for derived
 */
export function deriveOrder<Order extends OrderBody>(
  order: Order,
  ordered: readonly LineQuantity[] = orderedQuantities(order),
  option?: MethodTypesOption,
): Order {
  const tallies = tallyLines(order, option);
  const quantities = new Map(ordered.map(({ id, quantity }) => [id, quantity]));
  const lines = order.line_items.map((line) => {
    const { total, fulfilled } = derive(quantities.get(line.id) ?? 0, tallies.get(line.id));
    const quantity = { ...line.quantity, total, fulfilled };
    return { ...line, quantity, status: statusOf(total, fulfilled) };
  });
  return { ...order, line_items: lines };
}

/**
 * How many were ordered, for ever the same: what the order has now, and what was canceled of it.
 * @param order whose totals are derived
 */
export function orderedQuantities(order: OrderBody): readonly LineQuantity[] {
  const tallies = tallyLines(order);
  return order.line_items.map(({ id, quantity }: OrderLine) => ({
    id,
    quantity: quantity.total + (tallies.get(id)?.canceled ?? 0),
  }));
}

function derive(ordered: number, tally: LineTally | undefined): OrderLine["quantity"] {
  const { delivered, returned, canceled } = tally ?? { delivered: 0, returned: 0, canceled: 0 };
  const total = Math.max(0, ordered - canceled);
  return { total, fulfilled: Math.min(total, Math.max(0, delivered - returned)) };
}

function statusOf(total: number, fulfilled: number): LineStatus {
  if (fulfilled === total) return "fulfilled";
  return fulfilled > 0 ? "partial" : "processing";
}
