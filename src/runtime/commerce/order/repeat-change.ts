/**
 * Makes changes safe to retry, for callers that missed the response. Each function returns the same object if the
 * order already contains the change, and otherwise applies it with `change-order.ts`.
 */

import {
  appendAdjustment,
  appendEvent,
  replaceExpectations,
  settleAdjustment,
} from "./change-order.js";
import {
  type AdjustmentOf,
  adjustmentsOf,
  type EventOf,
  eventsOf,
  type ExpectationOf,
  expectationsOf,
  type OrderBody,
  type Settlement,
} from "./order-body.js";
import type { OrderOption } from "./order-option.js";
import { sameJson } from "../../json/equal-json.js";

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
