/** Small orders, and what may happen to them. */

import { newOrder } from "@proto-gen/runtime/codegen/v1/commerce";
import type { Adjustment, FulfillmentEvent } from "../../src/runtime/commerce/order/order-body.js";
import type {
  Expectation,
  LineQuantity,
  OrderBody,
  OrderedCheckout,
} from "@proto-gen/runtime/commerce";

/** `{ a: 2 }`: two of the line `a`. */
export type Quantities = Readonly<Record<string, number>>;

export function quantities(lines: Quantities): readonly LineQuantity[] {
  return Object.entries(lines).map(([id, quantity]) => ({ id, quantity }));
}

export function checkoutOf(
  lines: Quantities,
  changes: Partial<OrderedCheckout> = {},
): OrderedCheckout {
  return {
    id: "chk_1",
    currency: "EUR",
    line_items: quantities(lines).map((line) => ({
      ...line,
      item: { id: `item_${line.id}`, title: line.id, price: 100 },
      totals: [{ type: "total", amount: 100 * line.quantity }],
    })),
    totals: [{ type: "total", amount: 100 }],
    ...changes,
  };
}

export const DETAILS = { id: "ord_1", permalinkUrl: "https://shop.example/orders/1" };

export function orderOf(lines: Quantities, expectations: readonly Expectation[] = []): OrderBody {
  return newOrder(checkoutOf(lines), { ...DETAILS, expectations });
}

export function expectation(id: string, lines: Quantities, method = "shipping"): Expectation {
  return { id, line_items: quantities(lines), method_type: method };
}

/** @param parcel the tracking number */
export function event(
  id: string,
  type: string,
  lines: Quantities,
  parcel = "P1",
): FulfillmentEvent {
  return {
    id,
    type,
    occurred_at: "2026-11-20T12:00:00Z",
    line_items: quantities(lines),
    tracking_number: parcel,
    tracking_url: `https://carrier.example/${parcel}`,
  };
}

export function adjustment(
  id: string,
  type: string,
  lines?: Quantities,
  changes: Partial<Adjustment> = {},
): Adjustment {
  return {
    id,
    type,
    occurred_at: "2026-11-20T12:00:00Z",
    status: "completed",
    line_items: lines && quantities(lines),
    ...changes,
  };
}

/** With logs that nobody checked, and nothing derived from them. */
export function withLogs(
  order: OrderBody,
  events: readonly FulfillmentEvent[],
  adjustments: readonly Adjustment[] = [],
): OrderBody {
  return { ...order, fulfillment: { ...order.fulfillment, events }, adjustments };
}
