/** Checks that an order is for what its checkout sold (§2.9). */

import type { OrderBody } from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import type { OrderedCheckout } from "./new-order.js";
import { sameJson } from "../json/same-json.js";

/**
 * Does not compare quantities: they are derived from those of the checkout.
 * @throws {OrderError} `order_checkout_mismatch`, `order_currency_mismatch`
 */
export function checkBought(order: OrderBody, checkout: OrderedCheckout): void {
  if (order.checkout_id !== checkout.id) throw mismatch(`Checkout ${quote(order.checkout_id)}`);
  if (order.currency !== undefined && order.currency !== checkout.currency)
    throw new OrderError("order_currency_mismatch", quote(order.currency));
  const bought = new Map(checkout.line_items.map((line) => [line.id, line]));
  if (bought.size !== order.line_items.length) throw mismatch("The lines differ");
  for (const { id, item, parent_id: parent } of order.line_items) {
    const line = bought.get(id);
    if (line === undefined || line.parent_id !== parent || !sameJson(line.item, item))
      throw mismatch(`Line ${quote(id)}`);
  }
}

function mismatch(detail: string): OrderError {
  return new OrderError("order_checkout_mismatch", detail);
}
