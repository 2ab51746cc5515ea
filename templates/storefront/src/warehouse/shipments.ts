/**
 * What is paid is shipped. In: orders, a warehouse. Out: parcels, which are written with the order, and what
 * becomes of each as events of the order (§2.9). A process that dies on the way loses none: what is under way
 * stays written, and an event's id follows from its parcel, so that it is told once.
 */

import { OrderError, type EventOf, type Orders } from "@proto-gen/runtime/order";
import {
  ABSENT,
  hasCommitted,
  readRecord,
  type Storage,
  type RecordWrite,
  type StoredRecord,
} from "@proto-gen/runtime/storage";
import { inTime } from "../in-time.js";
import type { NewOrder } from "../orders/new-order.js";
import { parcelsOf, type IsBulky } from "./parcels-of.js";
import type { Parcel, Progress, Step, Warehouse } from "./warehouse.js";

export interface Shipments {
  /** To be committed with the order. */
  writesFor(order: NewOrder): readonly RecordWrite[];
  /** Asks for each parcel that is due, and tells its order; what fails is due again a minute later. */
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

const COLLECTION = "parcel";
const AGAIN_MS = 60_000;
/** Less than the time after which another process asks. */
const ANSWER_MS = 30_000;
const AT_A_TIME = 100;

export function createShipments(options: ShipmentsOptions): Shipments {
  const { store, orders, warehouse, isBulky, answerMs = ANSWER_MS, now, log } = options;
  let running = Promise.resolve();

  /** Whoever postpones it asks: of two processes one does. */
  function claimed({ key, value, version }: StoredRecord<Parcel>): Promise<boolean> {
    const dueAt = now() + AGAIN_MS;
    return hasCommitted(store, [{ collection: COLLECTION, key, value, expected: version, dueAt }]);
  }

  /** @param nextAt undefined where nothing more happens to it */
  async function settle(parcel: Parcel, nextAt: number | undefined): Promise<void> {
    const { id: key } = parcel;
    const found = await readRecord(store, COLLECTION, key);
    if (found === undefined) return;
    const { version: expected } = found;
    const value = nextAt === undefined ? undefined : parcel;
    await store.commit([{ collection: COLLECTION, key, value, expected, dueAt: nextAt }]);
  }

  async function advance(parcel: Parcel): Promise<void> {
    const order = await orders.get(parcel.orderId);
    const lines = order === undefined ? [] : linesLeft(order, parcel);
    if (lines.length === 0) return settle(parcel, undefined);
    const left = { ...parcel, lines };
    // A warehouse that never answers is not waited for.
    const ask = (signal: AbortSignal): Promise<Progress> => warehouse.progressOf(left, signal);
    const { steps, nextAt } = await inTime(answerMs, ask);
    const told = new Set((order?.fulfillment.events ?? []).map(({ id }) => id));
    for (const step of steps) {
      const event = eventOf(left, step);
      if (!told.has(event.id)) await tell(parcel.orderId, event);
    }
    await settle(parcel, nextAt);
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

  async function advanceOne(record: StoredRecord<Parcel>): Promise<void> {
    if (await claimed(record)) await advance(record.value);
  }

  async function advanceAll(): Promise<void> {
    try {
      const due = await store.scan<Parcel>(COLLECTION, { dueBefore: now(), limit: AT_A_TIME });
      // Together: a warehouse that is slow to answer for one is not waited for a hundred times.
      await Promise.all(due.map((record) => advanceOne(record).catch(log)));
    } catch (error) {
      log(error);
    }
  }

  return {
    writesFor: (order) => {
      const paidAt = now();
      return parcelsOf(order, paidAt, isBulky).map((parcel) => ({
        collection: COLLECTION,
        key: parcel.id,
        value: parcel,
        expected: ABSENT,
        dueAt: paidAt,
      }));
    },
    // One after the other: whoever waits for this call waits for what was begun before, too.
    advanceDue() {
      running = running.then(advanceAll);
      return running;
    },
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
