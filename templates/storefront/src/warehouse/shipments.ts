/**
 * What is paid is shipped. In: orders, a warehouse. Out: parcels, which are written with the order, and what
 * becomes of each as events of the order (§2.9). A process that dies on the way loses none: what is under way
 * stays written, and an event's id follows from its parcel, so that it is told once.
 */

import { OrderError, type EventOf, type Orders } from "@proto-gen/runtime/commerce";
import type { RecordWrite, Storage } from "@proto-gen/runtime/storage";
import { createWorker, type Outcome } from "@proto-gen/runtime/worker";
import type { NewOrder } from "../orders/new-order.js";
import { parcelsOf, type IsBulky } from "./parcels-of.js";
import type { Parcel, Step, Warehouse } from "./warehouse.js";

export interface Shipments {
  /** To be committed with the order. */
  writesFor(order: NewOrder): readonly RecordWrite[];
  /** Asks for each parcel that is due, and tells its order. What fails is done again later, for three days. */
  advanceDue(): Promise<void>;
}

export interface ShipmentsOptions {
  readonly store: Storage;
  readonly orders: Orders<NewOrder>;
  readonly warehouse: Warehouse;
  readonly isBulky: IsBulky;
  /** Milliseconds that the warehouse has for an answer; 30,000 unless given, and less than a minute. */
  readonly answerMs?: number;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
}

export function createShipments(options: ShipmentsOptions): Shipments {
  const { store, orders, warehouse, isBulky, answerMs = 30_000, now, log } = options;
  const worker = createWorker<Parcel>({
    ...{ store, name: "parcel", now },
    limits: { attemptMs: answerMs },
    perform: ({ payload }, signal) => advance(payload, signal),
    report({ failure }) {
      if (failure !== undefined) log(failure.cause);
    },
  });

  async function advance(parcel: Parcel, signal: AbortSignal): Promise<Outcome> {
    const order = await orders.get(parcel.orderId);
    const lines = order === undefined ? [] : linesLeft(order, parcel);
    if (lines.length === 0) return undefined;
    const left = { ...parcel, lines };
    const { steps, nextAt } = await warehouse.progressOf(left, signal);
    const told = new Set((order?.fulfillment.events ?? []).map(({ id }) => id));
    for (const step of steps) {
      const event = eventOf(left, step);
      if (!told.has(event.id)) await tell(parcel.orderId, event);
    }
    return nextAt === undefined ? undefined : { nextAt };
  }

  /** What an order never takes, such as more than was ordered, keeps nothing else from its turn. */
  async function tell(orderId: string, event: EventOf<NewOrder>): Promise<void> {
    try {
      await orders.addEvent(orderId, event);
    } catch (error) {
      if (!(error instanceof OrderError) || error.code === "order_busy") throw error;
      log(error);
    }
  }

  return {
    writesFor: (order) =>
      parcelsOf(order, now(), isBulky).flatMap((parcel) =>
        worker.writes({ lane: parcel.id, payload: parcel }),
      ),
    advanceDue: () => worker.drain().catch(log),
  };
}

/** What was canceled is not sent. */
function linesLeft({ line_items }: NewOrder, { lines }: Parcel): Parcel["lines"] {
  const totals = new Map(line_items.map(({ id, quantity }) => [id, quantity.total]));
  return lines
    .map(({ id, quantity }) => ({ id, quantity: Math.min(quantity, totals.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

function eventOf({ id, lines }: Parcel, step: Step): EventOf<NewOrder> {
  const { type, at, trackingNumber, trackingUrl, carrier, description } = step;
  return {
    id: `${id}_${step.id}`,
    occurred_at: new Date(at).toISOString(),
    type,
    line_items: [...lines],
    ...(trackingNumber === undefined ? {} : { tracking_number: trackingNumber }),
    ...(trackingUrl === undefined ? {} : { tracking_url: trackingUrl }),
    ...(carrier === undefined ? {} : { carrier }),
    ...(description === undefined ? {} : { description }),
  };
}
