/** What people of the shop do by hand: they ship, deliver and adjust orders, have checkouts reviewed, and end them. */

import { Declined, amountOf, OrderError } from "@proto-gen/runtime/commerce";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext, CallingPlatform } from "@proto-gen/runtime/server";
import type { Intervention } from "../checkout/interventions.js";
import type { Checkout } from "../generated/index.js";
import { releaseValues } from "../generated/release.js";
import type { NewId } from "../new-id.js";
import type { NewOrder } from "../orders/new-order.js";
import type { Storefront } from "../storefront-options.js";

type Resource = Omit<Checkout, "proto">;
type Event = NonNullable<NewOrder["fulfillment"]["events"]>[number];
type NewAdjustment = NonNullable<NewOrder["adjustments"]>[number];
type Lines = readonly { readonly id: string; readonly quantity: number }[];

export interface Sent {
  /** All that is left by default. */
  readonly lines?: Lines | undefined;
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly trackingUrl?: string | undefined;
  readonly description?: string | undefined;
}

export interface Adjusted {
  /** `refund` by default. */
  readonly type?: string | undefined;
  /** `completed` by default. */
  readonly status?: "pending" | "completed" | "failed" | undefined;
  /** What the buyer gets back, in minor units. By default all that is left of the order's total. */
  readonly amount?: number | undefined;
  readonly lines?: Lines | undefined;
  readonly description?: string | undefined;
}

/**
 * Each returns what has come of it. They reject with a ProtocolError: `not_found`, or `invalid_request` if the order or checkout does
 * not allow it, such as a parcel with more than was bought.
 */
export interface BackOffice {
  ship(orderId: string, sent?: Sent): Promise<NewOrder>;
  deliver(orderId: string, sent?: Sent): Promise<NewOrder>;
  adjust(orderId: string, adjusted?: Adjusted): Promise<NewOrder>;
  /** The buyer has to look at the checkout before it can be completed (§3.2). */
  review(checkoutId: string): Promise<Resource>;
  /** The checkout's time is over (§3.1). */
  expire(checkoutId: string): Promise<Resource>;
}

export interface BackOfficeOptions {
  readonly storefront: Pick<Storefront, "orders" | "checkouts" | "interventions">;
  readonly contextFor: (platform: CallingPlatform) => CallContext;
  readonly newId: NewId;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createBackOffice(options: BackOfficeOptions): BackOffice {
  const { storefront, contextFor, newId, now } = options;
  const { orders, checkouts, interventions } = storefront;
  const time = (): string => new Date(now()).toISOString();

  async function orderOf(id: string): Promise<NewOrder> {
    const order = await orders.get(id);
    if (order === undefined) throw new ProtocolError("not_found");
    return order;
  }

  async function addEvent(orderId: string, type: string, sent: Sent = {}): Promise<NewOrder> {
    const order = await orderOf(orderId);
    const lines = sent.lines ?? leftLines(order, type);
    if (lines.length === 0) throw refusal(`All of the order is ${type} already.`);
    const id = newId("event");
    const { trackingNumber = `PG-${id}`, carrier, description } = sent;
    const event: Event = {
      ...{ id, occurred_at: time(), type, line_items: lines.map((line) => ({ ...line })) },
      tracking_number: trackingNumber,
      tracking_url: sent.trackingUrl ?? `https://carrier.example.com/parcels/${trackingNumber}`,
      ...(carrier === undefined ? {} : { carrier }),
      ...(description === undefined ? {} : { description }),
    };
    return changed(orders.addEvent(orderId, event));
  }

  async function intervene(id: string, more: Intervention): Promise<Resource> {
    const before = interventions.get(id);
    interventions.set(id, { ...before, ...more });
    const amended = await checkouts.amend(id, (request) => request, contextFor);
    if (amended instanceof Declined) {
      if (before === undefined) interventions.delete(id);
      else interventions.set(id, before);
      throw refusal(amended.messages.map(({ content }) => content).join(" "));
    }
    return checkouts.get(id) as Promise<Resource>;
  }

  return {
    ship: (orderId, sent) => addEvent(orderId, "shipped", sent),
    deliver: (orderId, sent) => addEvent(orderId, "delivered", sent),
    async adjust(orderId, { type = "refund", status = "completed", lines, ...more } = {}) {
      const order = await orderOf(orderId);
      const { amount = leftAmount(order), description } = more;
      const adjustment = {
        ...{ id: newId("adjustment"), type, status, occurred_at: time() },
        ...(lines === undefined ? {} : { line_items: lines.map((line) => ({ ...line })) }),
        ...moneyBack(amount),
        ...(description === undefined ? {} : { description }),
      };
      return changed(orders.adjust(orderId, adjustment as NewAdjustment));
    },
    review: (checkoutId) => intervene(checkoutId, { isReviewed: true }),
    expire: (checkoutId) => intervene(checkoutId, { expiresAt: time() }),
  };
}

function refusal(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}

async function changed(change: Promise<NewOrder>): Promise<NewOrder> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof OrderError)) throw error;
    throw error.code === "order_not_found"
      ? new ProtocolError("not_found")
      : refusal(error.message);
  }
}

/** Of each line, what no event of the type has yet; what is shipped last is delivered with it. */
function leftLines({ line_items, fulfillment }: NewOrder, type: string): Lines {
  const done = new Map<string, number>();
  for (const event of fulfillment.events ?? [])
    if (event.type === type || event.type === "delivered")
      for (const { id, quantity } of event.line_items)
        if (event.type === type || type === "shipped") done.set(id, (done.get(id) ?? 0) + quantity);
  return line_items.flatMap(({ id, quantity }) => {
    const left = quantity.total - (done.get(id) ?? 0);
    return left > 0 ? [{ id, quantity: left }] : [];
  });
}

/** What is paid, less what was given back. */
function leftAmount({ totals, adjustments = [] }: NewOrder): number {
  const given = adjustments.map((each) => {
    const {
      amount,
      totals: own = [],
      status,
    } = each as {
      readonly amount?: number;
      readonly totals?: readonly { readonly type: string; readonly amount: number }[];
      readonly status: string;
    };
    if (status === "failed") return 0;
    return amount ?? -(own.find(({ type }) => type === "total")?.amount ?? 0);
  });
  const left = (amountOf(totals, "total") ?? 0) - given.reduce((sum, each) => sum + each, 0);
  if (left <= 0) throw refusal("All of the order's total was given back already.");
  return left;
}

/** Releases with signed quantities have signed totals in place of an amount. */
function moneyBack(amount: number): object {
  return releaseValues.orderLines?.adjustedQuantities === "signed"
    ? { totals: [{ type: "total", amount: -amount }] }
    : { amount };
}
