/** What may happen to an order (§2.9). In: an order, what happened. Out: another order, or an error. */

import { boundQuantities } from "./adjusted-quantities.js";
import { checkAdjustment, checkEvent } from "./check-entry.js";
import { checkExpectations } from "./check-expectations.js";
import { checkNamedLines, checkTallies } from "./check-quantities.js";
import { availableQuantities, deriveOrder, orderedQuantities } from "./derive-order.js";
import {
  type AdjustmentOf,
  adjustmentsOf,
  type EventOf,
  eventsOf,
  type ExpectationOf,
  type LineQuantity,
  type OrderBody,
  type Settlement,
} from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import { lineFormOf, type OrderOption } from "./order-option.js";

/**
 * @param order whose totals are derived
 * @throws {OrderError} `order_invalid`, `order_tracking_required`, `order_event_duplicate`,
 *   `order_line_unknown`, `order_quantity_exceeded`
 */
export function appendEvent<Order extends OrderBody>(
  order: Order,
  event: EventOf<Order>,
  option?: OrderOption,
): Order {
  checkEvent(event);
  const events = eventsOf(order);
  if (events.some(({ id }) => id === event.id))
    throw new OrderError("order_event_duplicate", `Event ${quote(event.id)}`);
  const ordered = orderedQuantities(order, option);
  checkNamedLines(event.line_items, availableQuantities(order, ordered, option));
  const fulfillment = { ...order.fulfillment, events: [...events, event] };
  return derived({ ...order, fulfillment }, ordered, option);
}

/**
 * @param order whose totals are derived
 * @throws {OrderError} `order_invalid`, `order_adjustment_duplicate`, `order_line_unknown`,
 *   `order_quantity_exceeded`
 */
export function appendAdjustment<Order extends OrderBody>(
  order: Order,
  adjustment: AdjustmentOf<Order>,
  option?: OrderOption,
): Order {
  const form = lineFormOf(option);
  checkAdjustment(adjustment, form);
  const adjustments = adjustmentsOf(order);
  if (adjustments.some(({ id }) => id === adjustment.id))
    throw new OrderError("order_adjustment_duplicate", `Adjustment ${quote(adjustment.id)}`);
  const ordered = orderedQuantities(order, option);
  const available = availableQuantities(order, ordered, option);
  checkNamedLines(boundQuantities(adjustment, form), available);
  return derived({ ...order, adjustments: [...adjustments, adjustment] }, ordered, option);
}

/**
 * What was pending is completed or has failed; it changes no more (DESIGN §12).
 * @param order whose totals are derived
 * @throws {OrderError} `order_adjustment_unknown`, `order_adjustment_settled`, `order_invalid`,
 *   `order_quantity_exceeded`
 */
export function settleAdjustment<Order extends OrderBody>(
  order: Order,
  id: string,
  status: Settlement,
  option?: OrderOption,
): Order {
  const adjustments = adjustmentsOf(order);
  const found = adjustments.find((each) => each.id === id);
  if (found === undefined)
    throw new OrderError("order_adjustment_unknown", `Adjustment ${quote(id)}`);
  if (found.status !== "pending")
    throw new OrderError("order_adjustment_settled", `Adjustment ${quote(id)}: ${found.status}`);
  if (status !== "completed" && status !== "failed")
    throw new OrderError("order_invalid", `The adjustment's status is ${quote(status)}`);
  const settled = adjustments.map((each) => (each === found ? { ...each, status } : each));
  return derived({ ...order, adjustments: settled }, orderedQuantities(order, option), option);
}

/**
 * All of them, since they may be split and merged. The types of their methods may change what is fulfilled.
 * @param order whose totals are derived
 * @throws {OrderError} `order_invalid`, `order_expectation_duplicate`, `order_line_unknown`,
 *   `order_quantity_exceeded`
 */
export function replaceExpectations<Order extends OrderBody>(
  order: Order,
  expectations: readonly ExpectationOf<Order>[],
  option?: OrderOption,
): Order {
  const ordered = orderedQuantities(order, option);
  checkExpectations(expectations, availableQuantities(order, ordered, option));
  const fulfillment = { ...order.fulfillment, expectations: [...expectations] };
  return derived({ ...order, fulfillment }, ordered, option);
}

function derived<Order extends OrderBody>(
  order: Order,
  ordered: readonly LineQuantity[],
  option: OrderOption | undefined,
): Order {
  checkTallies(order, ordered, option);
  return deriveOrder(order, ordered, option);
}
