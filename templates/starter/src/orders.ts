/** Orders: what a paid checkout becomes, and what your warehouse reports (§2.9). */

import { selectedDestination } from "@proto-gen/runtime/commerce";
import type { Business, BusinessOptions } from "./generated/business.js";
import { newOrder } from "./generated/commerce.js";

//: if fulfillment
type OrderOf = NonNullable<BusinessOptions["checkouts"]["orderOf"]>;
type Checkout = Parameters<OrderOf>[0];
type Order = Awaited<ReturnType<OrderOf>>;
type Expectation = NonNullable<NonNullable<Order["fulfillment"]>["expectations"]>[number];

/** @param url of the business, whose pages are at https URLs */
export function orderOf(checkout: Checkout, url: string) {
  const id = `order_${checkout.id}`;
  return newOrder(checkout, {
    id,
    permalinkUrl: `${url.replace(/^http:/, "https:")}/orders/${encodeURIComponent(id)}`,
    expectations: expectationsOf(checkout),
  });
}

/** What the buyer may expect: one delivery for each method. */
function expectationsOf({ line_items, fulfillment }: Checkout): Expectation[] {
  const quantities = new Map(line_items.map(({ id, quantity }) => [id, quantity]));
  return (fulfillment?.methods ?? []).map((method) => {
    const { id: _, ...destination } = selectedDestination(method) ?? {};
    return {
      id: `expectation_${method.id}`,
      line_items: method.line_item_ids.map((id) => ({ id, quantity: quantities.get(id) ?? 0 })),
      method_type: method.type,
      destination: destination as Expectation["destination"],
    };
  });
}
//: end

type Orders = Pick<Business, "orders">;
type Lines = readonly { readonly id: string; readonly quantity: number }[];
/** Without lines, all of the order is in the parcel. */
type Parcel = readonly [business: Orders, orderId: string, tracking: string, lines?: Lines];

/** Call this when a parcel leaves: the platform is told. */
export function ship(...parcel: Parcel): Promise<void> {
  return report("shipped", ...parcel);
}

/** Call this when a parcel has arrived. */
export function deliver(...parcel: Parcel): Promise<void> {
  return report("delivered", ...parcel);
}

async function report(type: string, ...[business, orderId, tracking, lines]: Parcel) {
  const order = await business.orders.get(orderId);
  if (order === undefined) throw new RangeError(`There is no order ${orderId}.`);
  const all = order.line_items.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
  await business.orders.addEvent(orderId, {
    id: `${type}_${tracking}`,
    type,
    occurred_at: new Date().toISOString(),
    line_items: [...(lines ?? all)],
    tracking_number: tracking,
    tracking_url: `https://carrier.example.com/${encodeURIComponent(tracking)}`,
  });
}

/**
 * Call this when your provider has given money back.
 * @param amount in minor units
 */
export async function refund({ orders }: Orders, orderId: string, amount: number): Promise<void> {
  await orders.adjust(orderId, {
    id: `refund_${crypto.randomUUID()}`,
    type: "refund",
    status: "completed",
    occurred_at: new Date().toISOString(),
    //: if signedAdjustments
    totals: [{ type: "total", amount: -amount }],
    //: else
    amount,
    //: end
  });
}
