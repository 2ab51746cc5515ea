/**
 * Checks an order that the business built itself (§2.9), including the values that this package would have derived.
 */

import type { MethodTypesOption } from "../fulfillment/method-types.js";
import { isPathSegment } from "../../rest/router.js";
import { boundQuantities, availableQuantities, deriveOrder, orderedQuantities } from "./tally.js";
import {
  checkAdjustment,
  checkDistinct,
  checkEvent,
  checkQuantities,
  checkText,
  checkNamedLines,
  checkTallies,
  checkExpectations,
} from "./check-entry.js";
import type { OrderedCheckout } from "./new-order.js";
import {
  adjustmentsOf,
  eventsOf,
  expectationsOf,
  type LineQuantity,
  type OrderBody,
  type Adjustment,
  type OrderLine,
  lineFormOf,
  type OrderLineOption,
  type OrderOption,
} from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import { sameJson } from "../../json/members.js";

export interface OrderOrigin extends MethodTypesOption {
  /** The checkout that was bought: lines, quantities and currency must match it. */
  readonly checkout?: OrderedCheckout | undefined;
  /** The previous order: what must not change is compared with it. */
  readonly before?: OrderBody | undefined;
}

/**
 * Without `checkout` and `before`, the ordered quantities are computed from the order's own totals and cancellations.
 * @throws {OrderError} any code except those of the store, `order_not_found` and `order_busy`
 */
export function checkOrder(order: OrderBody, origin: OrderOrigin & OrderLineOption = {}): void {
  const { checkout, before } = origin;
  checkText("order's id", order.id);
  // §4.2: an unusable id would make the order unreadable.
  if (!isPathSegment(order.id))
    throw new OrderError(
      "order_invalid",
      `The id ${quote(order.id)} cannot be used as a URL path segment`,
    );
  if (order.currency !== undefined) checkText("order's currency", order.currency);
  checkText("order's checkout", order.checkout_id);
  checkText("order's permalink", order.permalink_url);
  checkDistinct("order_line_duplicate", order.line_items);
  if (checkout !== undefined) checkBought(order, checkout);
  if (before !== undefined) checkUnchanged(before, order);
  const ordered = checkout?.line_items ?? orderedQuantities(before ?? order, origin);
  checkQuantities("order", ordered);
  const available = availableQuantities(order, ordered, origin);
  checkLogs(order, available, origin);
  checkExpectations(expectationsOf(order), available);
  checkTallies(order, ordered, origin);
  checkDerived(order, deriveOrder(order, ordered, origin));
}

function checkLogs(
  order: OrderBody,
  available: readonly LineQuantity[],
  option: OrderOption,
): void {
  const form = lineFormOf(option);
  for (const event of eventsOf(order)) {
    checkEvent(event);
    checkNamedLines(event.line_items, available);
  }
  for (const adjustment of adjustmentsOf(order)) {
    checkAdjustment(adjustment, form);
    checkNamedLines(boundQuantities(adjustment, form), available);
  }
  checkDistinct("order_event_duplicate", eventsOf(order));
  checkDistinct("order_adjustment_duplicate", adjustmentsOf(order));
}

function checkDerived(order: OrderBody, derived: OrderBody): void {
  order.line_items.forEach(({ id, quantity, status }, index) => {
    const right = derived.line_items[index];
    const { original = right?.quantity.original } = quantity;
    const isRight =
      original === right?.quantity.original &&
      quantity.total === right?.quantity.total &&
      quantity.fulfilled === right.quantity.fulfilled &&
      status === right.status;
    if (!isRight) throw new OrderError("order_derivation_wrong", `Line ${quote(id)}`);
  });
}

/**
 * Checks that an order is for what its checkout sold (§2.9). Does not compare quantities: they are derived from those of the checkout.
 * @throws {OrderError} `order_checkout_mismatch`, `order_currency_mismatch`
 */
function checkBought(order: OrderBody, checkout: OrderedCheckout): void {
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

/**
 * Checks that a new version of an order preserves what never changes (§2.9). Compares everything but derived values:
 * lines, existing events and adjustments, the currency, the checkout.
 * @throws {OrderError} `order_checkout_mismatch`, `order_currency_mismatch`, `order_line_changed`,
 * `order_log_changed`, `order_adjustment_settled`
 */
function checkUnchanged(before: OrderBody, after: OrderBody): void {
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
