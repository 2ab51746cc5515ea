/** Checks that a new version of an order preserves what never changes (§2.9). */

import {
  type Adjustment,
  adjustmentsOf,
  eventsOf,
  type OrderBody,
  type OrderLine,
} from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import { sameJson } from "../../json/equal-json.js";

/**
 * Compares everything but derived values: lines, existing events and adjustments, the currency, the checkout.
 * @throws {OrderError} `order_checkout_mismatch`, `order_currency_mismatch`, `order_line_changed`,
 * `order_log_changed`, `order_adjustment_settled`
 */
export function checkUnchanged(before: OrderBody, after: OrderBody): void {
  if (before.id !== after.id || before.checkout_id !== after.checkout_id)
    throw new OrderError("order_checkout_mismatch", `Order ${quote(after.id)}`);
  if (before.currency !== after.currency)
    throw new OrderError("order_currency_mismatch", quote(after.currency));
  checkLines(before.line_items, after.line_items);
  eventsOf(before).forEach((each, index) => checkEntry(each, eventsOf(after)[index]));
  adjustmentsOf(before).forEach((each, index) => checkSettled(each, adjustmentsOf(after)[index]));
}

/** Lines must also keep their sequence, which is part of what was ordered. */
function checkLines(before: readonly OrderLine[], after: readonly OrderLine[]): void {
  if (before.length !== after.length)
    throw new OrderError("order_line_changed", `${before.length} lines became ${after.length}`);
  before.forEach((each, index) => {
    const line = after[index];
    if (line === undefined || !sameJson(underived(each), underived(line)))
      throw new OrderError("order_line_changed", `Line ${quote(each.id)}`);
  });
}

function underived(line: OrderLine): object {
  return { ...line, quantity: undefined, status: undefined };
}

/** Everything but the status must stay, and that may leave `pending` only once (DESIGN §12). */
function checkSettled(before: Adjustment, after: Adjustment | undefined): void {
  const status = after?.status ?? before.status;
  const settled: Adjustment = { ...before, status };
  checkEntry(settled, after);
  if (before.status !== "pending" && before.status !== status)
    throw new OrderError("order_adjustment_settled", `Adjustment ${quote(before.id)}`);
}

function checkEntry(before: { readonly id: string }, after: object | undefined): void {
  if (after === undefined || !sameJson(before, after))
    throw new OrderError("order_log_changed", quote(before.id));
}
