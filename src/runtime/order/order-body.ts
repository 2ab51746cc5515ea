/**
 * The members of an order that its rules need (§2.9), as the protocol writes them. A business's own type has
 * more; without its envelope, which the server and the webhook add.
 */

import type { Total } from "../totals/total.js";
import type { OrderIdentity } from "./order-record.js";

/** So many of one line. A checkout's line is one, too. An adjustment's quantity has a sign in releases that say so. */
export interface LineQuantity {
  /** The line's. */
  readonly id: string;
  readonly quantity: number;
}

/** `removed` only in releases that have it: nothing is left of the line. */
export type LineStatus = "processing" | "partial" | "fulfilled" | "removed";

export interface OrderLine {
  readonly id: string;
  readonly item: object;
  /** Derived. */
  readonly quantity: {
    /** The checkout's, in releases that keep it. */
    readonly original?: number | undefined;
    readonly total: number;
    readonly fulfilled: number;
  };
  readonly totals: readonly Total[];
  /** Derived. */
  readonly status: LineStatus;
  readonly parent_id?: string | undefined;
}

/** What the buyer may expect. It may change. */
export interface Expectation {
  readonly id: string;
  readonly line_items: readonly LineQuantity[];
  /** `shipping`, `pickup`, `digital`, or what an extension adds: `MethodType` says what it means. */
  readonly method_type: string;
}

/** What happened to goods. */
export interface FulfillmentEvent {
  readonly id: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  /** `delivered`, or what the business calls it. */
  readonly type: string;
  readonly line_items: readonly LineQuantity[];
  /** Of the parcel; required unless the type is `processing`, and so is `tracking_url`. */
  readonly tracking_number?: string | undefined;
  readonly tracking_url?: string | undefined;
}

/** What else happened, to money most of all. */
export interface Adjustment {
  readonly id: string;
  /** `refund`, or what the business calls it. */
  readonly type: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly status: "pending" | "completed" | "failed";
  readonly line_items?: readonly LineQuantity[] | undefined;
  /** In minor units of the currency. */
  readonly amount?: number | undefined;
  /** In place of `amount` in releases that have it: below zero for money that the buyer gets back. */
  readonly totals?: readonly Total[] | undefined;
}

/** How an adjustment may end. */
export type Settlement = "completed" | "failed";

export interface OrderBody extends OrderIdentity {
  readonly permalink_url: string;
  readonly line_items: readonly OrderLine[];
  readonly fulfillment: {
    readonly expectations?: readonly Expectation[] | undefined;
    readonly events?: readonly FulfillmentEvent[] | undefined;
  };
  readonly adjustments?: readonly Adjustment[] | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly totals: readonly Total[];
}

/** What a business's own type of orders has for them. */
export type EventOf<Order extends OrderBody> = NonNullable<Order["fulfillment"]["events"]>[number];
export type ExpectationOf<Order extends OrderBody> = NonNullable<
  Order["fulfillment"]["expectations"]
>[number];
export type AdjustmentOf<Order extends OrderBody> = NonNullable<Order["adjustments"]>[number];

export function eventsOf<Order extends OrderBody>(order: Order): readonly EventOf<Order>[] {
  return order.fulfillment.events ?? [];
}

export function expectationsOf(order: OrderBody): readonly Expectation[] {
  return order.fulfillment.expectations ?? [];
}

export function adjustmentsOf<Order extends OrderBody>(
  order: Order,
): readonly AdjustmentOf<Order>[] {
  return order.adjustments ?? [];
}
