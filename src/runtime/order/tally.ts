/**
 * What the logs of an order say of each line. In: an order. Out: how many were delivered, came back and were
 * canceled.
 *
 * The rule: what events say counts once for each line and parcel, the largest quantity where several events
 * say it. What came back is so many of a parcel as were delivered of it: a parcel that never arrived takes
 * nothing away. What completed adjustments say counts for each of them. Both logs speak of the same things,
 * one of goods, the other of money: so of what events and adjustments say the larger counts, not the sum.
 */

import { finalEventsOf, type MethodTypesOption } from "../fulfillment/method-types.js";
import {
  type Adjustment,
  adjustmentsOf,
  eventsOf,
  expectationsOf,
  type FulfillmentEvent,
  type LineQuantity,
  type OrderBody,
} from "./order-body.js";
import { type Effect, effectOf } from "./final-events.js";

export type LineTally = Readonly<Record<Effect, number>>;

const NOTHING: LineTally = { delivered: 0, returned: 0, canceled: 0 };

/** By the line's id. Lines that neither log names are not there. */
export function tallyLines(
  order: OrderBody,
  option?: MethodTypesOption,
): ReadonlyMap<string, LineTally> {
  const events = byEvents(order, option);
  const adjustments = adjustmentsOf(order);
  const returned = sumOf(adjustments, "return");
  const canceled = sumOf(adjustments, "cancellation");

  function tallyOf(id: string): LineTally {
    const goods = events.get(id) ?? NOTHING;
    return {
      delivered: goods.delivered,
      returned: Math.max(goods.returned, returned.get(id) ?? 0),
      canceled: Math.max(goods.canceled, canceled.get(id) ?? 0),
    };
  }

  const ids = new Set([...events.keys(), ...returned.keys(), ...canceled.keys()]);
  return new Map([...ids].map((id) => [id, tallyOf(id)]));
}

/** How many of each line; a line that is named twice has both. What is no quantity is none. */
export function quantitiesOf(lines: readonly LineQuantity[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lines) {
    const counted = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0;
    sums.set(id, (sums.get(id) ?? 0) + counted);
  }
  return sums;
}

function byEvents(
  order: OrderBody,
  option: MethodTypesOption | undefined,
): ReadonlyMap<string, LineTally> {
  const finalEvents = finalEventsByLine(order, option);
  const unexpected = finalEventsOf([], option);
  const lines = new Map<string, Map<string, LineTally>>();
  for (const event of eventsOf(order)) {
    for (const [id, quantity] of quantitiesOf(event.line_items)) {
      const effect = effectOf(event.type, finalEvents.get(id) ?? unexpected);
      if (effect === undefined) continue;
      const parcels = lines.get(id) ?? new Map<string, LineTally>();
      const parcel = parcels.get(parcelOf(event)) ?? NOTHING;
      const largest = Math.max(parcel[effect], quantity);
      parcels.set(parcelOf(event), { ...parcel, [effect]: largest });
      lines.set(id, parcels);
    }
  }
  return new Map([...lines].map(([id, parcels]) => [id, sumOfParcels([...parcels.values()])]));
}

/** Carriers hand parcels on, so the number alone names one. Without a number, an event is its own parcel. */
function parcelOf({ id, tracking_number: number }: FulfillmentEvent): string {
  return number === undefined ? `event ${id}` : `parcel ${number}`;
}

function sumOfParcels(parcels: readonly LineTally[]): LineTally {
  return {
    delivered: sum(parcels.map(({ delivered }) => delivered)),
    returned: sum(parcels.map(({ delivered, returned }) => Math.min(delivered, returned))),
    canceled: sum(parcels.map(({ canceled }) => canceled)),
  };
}

/** Of completed adjustments of a type; one that names no lines is about money alone. */
function sumOf(adjustments: readonly Adjustment[], type: string): ReadonlyMap<string, number> {
  const counted = adjustments.filter((each) => each.type === type && each.status === "completed");
  return quantitiesOf(counted.flatMap((each) => each.line_items ?? []));
}

/** The final events of each line that the buyer expects: one line may come in several ways. */
function finalEventsByLine(
  order: OrderBody,
  option: MethodTypesOption | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const types = new Map<string, Set<string>>();
  for (const { method_type: type, line_items: lines } of expectationsOf(order))
    for (const { id } of lines) types.set(id, (types.get(id) ?? new Set()).add(type));
  return new Map([...types].map(([id, each]) => [id, finalEventsOf([...each], option)]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
