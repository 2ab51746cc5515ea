/**
 * The changes that an order allows (§2.9). Each returns a new order with its totals derived again, or throws without
 * changing anything. The variants `with…` make a change safe to retry, for callers that missed the response: they
 * return the same object if the order already contains the change.
 */

import { boundQuantities, availableQuantities, deriveOrder, orderedQuantities } from "./tally.js";
import {
  checkAdjustment,
  checkEvent,
  checkNamedLines,
  checkTallies,
  checkExpectations,
} from "./check-entry.js";
import {
  type AdjustmentOf,
  adjustmentsOf,
  type EventOf,
  eventsOf,
  type ExpectationOf,
  type LineQuantity,
  type OrderBody,
  type Settlement,
  expectationsOf,
  lineFormOf,
  type OrderOption,
} from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import { sameJson } from "../../json/members.js";

/**
 * @param order its totals must be derived, not set by hand
 * @throws {OrderError} `order_invalid`, `order_tracking_required`, `order_event_duplicate`, `order_line_unknown`,
 * `order_quantity_exceeded`
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
 * @param order its totals must be derived, not set by hand
 * @throws {OrderError} `order_invalid`, `order_adjustment_duplicate`, `order_line_unknown`, `order_quantity_exceeded`
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
 * Completes or fails a pending adjustment, which is then final (DESIGN §12).
 * @param order its totals must be derived, not set by hand
 * @throws {OrderError} `order_adjustment_unknown`, `order_adjustment_settled`, `order_invalid`,
 * `order_quantity_exceeded`
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
 * Replaces all expectations, since they may be split and merged. New method types can change which events count as
 * fulfillment.
 * @param order its totals must be derived, not set by hand
 * @throws {OrderError} `order_invalid`, `order_expectation_duplicate`, `order_line_unknown`,
 * `order_quantity_exceeded`
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

export function withEvent<Order extends OrderBody>(
  order: Order,
  event: EventOf<Order>,
  option: OrderOption,
): Order {
  const found = eventsOf(order).find(({ id }) => id === event.id);
  return found !== undefined && sameJson(found, event) ? order : appendEvent(order, event, option);
}

/** A retry still matches if the adjustment was pending then and has been settled since. */
export function withAdjustment<Order extends OrderBody>(
  order: Order,
  adjustment: AdjustmentOf<Order>,
  option: OrderOption,
): Order {
  const found = adjustmentsOf(order).find(({ id }) => id === adjustment.id);
  if (found === undefined) return appendAdjustment(order, adjustment, option);
  const known = adjustment.status === "pending" ? { ...found, status: "pending" } : found;
  return sameJson(known, adjustment) ? order : appendAdjustment(order, adjustment, option);
}

export function withSettlement<Order extends OrderBody>(
  order: Order,
  { id, status }: { readonly id: string; readonly status: Settlement },
  option: OrderOption,
): Order {
  const found = adjustmentsOf(order).find((each) => each.id === id);
  return found?.status === status ? order : settleAdjustment(order, id, status, option);
}

export function withExpectations<Order extends OrderBody>(
  order: Order,
  expectations: readonly ExpectationOf<Order>[],
  option: OrderOption,
): Order {
  return sameJson(expectationsOf(order), expectations)
    ? order
    : replaceExpectations(order, expectations, option);
}
