/** What may happen to an order (§2.9). In: an order, what happened. Out: another order, or an error. */

import type { MethodTypesOption } from "../fulfillment/method-types.js";
import { checkAdjustment, checkEvent } from "./check-entry.js";
import { checkExpectations } from "./check-expectations.js";
import { checkNamedLines, checkTallies } from "./check-quantities.js";
import { deriveOrder, orderedQuantities } from "./derive-order.js";
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

/**
 * @param order whose totals are derived
 * @throws {OrderError} `order_invalid`, `order_tracking_required`, `order_event_duplicate`,
 *   `order_line_unknown`, `order_quantity_exceeded`
 */
export function appendEvent<Order extends OrderBody>(
  order: Order,
  event: EventOf<Order>,
  option?: MethodTypesOption,
): Order {
  checkEvent(event);
  const events = eventsOf(order);
  if (events.some(({ id }) => id === event.id))
    throw new OrderError("order_event_duplicate", `Event ${quote(event.id)}`);
  const ordered = orderedQuantities(order);
  checkNamedLines(event.line_items, ordered);
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
  option?: MethodTypesOption,
): Order {
  checkAdjustment(adjustment);
  const adjustments = adjustmentsOf(order);
  if (adjustments.some(({ id }) => id === adjustment.id))
    throw new OrderError("order_adjustment_duplicate", `Adjustment ${quote(adjustment.id)}`);
  const ordered = orderedQuantities(order);
  checkNamedLines(adjustment.line_items ?? [], ordered);
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
  option?: MethodTypesOption,
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
  return derived({ ...order, adjustments: settled }, orderedQuantities(order), option);
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
  option?: MethodTypesOption,
): Order {
  const ordered = orderedQuantities(order);
  checkExpectations(expectations, ordered);
  const fulfillment = { ...order.fulfillment, expectations: [...expectations] };
  return derived({ ...order, fulfillment }, ordered, option);
}

function derived<Order extends OrderBody>(
  order: Order,
  ordered: readonly LineQuantity[],
  option: MethodTypesOption | undefined,
): Order {
  checkTallies(order, ordered, option);
  return deriveOrder(order, ordered, option);
}
