/**
 * The members of an order that this module reads (§2.9), without the envelope, which the server and the webhook sender add. A business's
 * own type may have more. The options that the order rules share are the meaning of delivery methods, and the release's form of order
 * lines.
 */

import type { OrderLineForm, ReleaseValues } from "../../service/release-values.js";
import type { MethodTypesOption } from "../fulfillment/method-types.js";
import type { Total } from "../totals/total.js";
import type { OrderIdentity } from "./order-record.js";

/** A quantity of one line; checkout lines have this shape too. Signed in adjustments of some releases. */
export interface LineQuantity {
  /** The line's id. */
  readonly id: string;
  readonly quantity: number;
}

/** `removed` exists in some releases only, for lines of which nothing is left. */
export type LineStatus = "processing" | "partial" | "fulfilled" | "removed";

export interface OrderLine {
  readonly id: string;
  readonly item: object;
  /** Derived. */
  readonly quantity: {
    /** The checkout's quantity, in releases that keep it. */
    readonly original?: number | undefined;
    readonly total: number;
    readonly fulfilled: number;
  };
  readonly totals: readonly Total[];
  /** Derived. */
  readonly status: LineStatus;
  readonly parent_id?: string | undefined;
}

/** What the buyer was told to expect. It may change. */
export interface Expectation {
  readonly id: string;
  readonly line_items: readonly LineQuantity[];
  /** `shipping`, `pickup`, `digital`, or an extension's type; see `MethodType`. */
  readonly method_type: string;
}

/** Something that happened to goods. */
export interface FulfillmentEvent {
  readonly id: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  /** `delivered`, or the business's own term. */
  readonly type: string;
  readonly line_items: readonly LineQuantity[];
  /** Required together with `tracking_url` unless the type is `processing`. */
  readonly tracking_number?: string | undefined;
  readonly tracking_url?: string | undefined;
}

/** Anything else that happened, mostly to money. */
export interface Adjustment {
  readonly id: string;
  /** `refund`, or the business's own term. */
  readonly type: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly status: "pending" | "completed" | "failed";
  readonly line_items?: readonly LineQuantity[] | undefined;
  /** In minor units of the currency. */
  readonly amount?: number | undefined;
  /** Replaces `amount` in some releases. Negative for money returned to the buyer. */
  readonly totals?: readonly Total[] | undefined;
}

/** The final statuses of an adjustment. */
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

/** The event type within a business's own order type; the next two likewise. */
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

export interface OrderLineOption {
  /**
   * The generated `releaseValues`, which define the form of lines and adjustments. Default: as in the protocol's own
   * text.
   */
  readonly releaseValues?: Pick<ReleaseValues, "orderLines" | "facts"> | undefined;
}

export interface OrderOption extends MethodTypesOption, OrderLineOption {}

const OF_PROTOCOL: OrderLineForm = /* @__PURE__ */ Object.freeze({
  emptyStatus: "fulfilled",
  adjustedQuantities: "positive",
  originalQuantity: "absent",
});

export function lineFormOf({ releaseValues }: OrderLineOption = {}): OrderLineForm {
  return releaseValues?.orderLines ?? OF_PROTOCOL;
}
