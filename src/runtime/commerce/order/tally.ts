/**
 * Counts how much of each line was delivered, returned and canceled, according to the order's logs (§2.9), and derives each line's
 * quantities and status.
 *
 * Events count once per line and parcel, with the largest quantity if several report the same effect. At most what
 * was delivered of a parcel can return from it: a parcel that never arrived removes nothing. Every completed
 * adjustment counts. Both logs describe the same facts, one in terms of goods and the other of money, so the larger
 * of the two counts, not the sum.
 */

import type { OrderLineForm } from "../../service/release-values.js";
import { finalEventsOf, type MethodTypesOption } from "../fulfillment/method-types.js";
import {
  adjustmentsOf,
  eventsOf,
  expectationsOf,
  type FulfillmentEvent,
  type OrderBody,
  type Adjustment,
  type LineQuantity,
  lineFormOf,
  type OrderOption,
  type LineStatus,
  type OrderLine,
} from "./order-body.js";

type Quantities = ReadonlyMap<string, number>;

/**
 * The quantities that completed adjustments remove from and add to each line.
 *
 * Only `return` and `cancellation` remove: a refund names the lines that the money is for, and its goods may be in a
 * return as well. In releases with signed quantities, a positive quantity adds to the line whatever the adjustment's
 * type, and returned goods no longer count towards the line's total.
 */
interface AdjustedQuantities {
  readonly returned: Quantities;
  readonly canceled: Quantities;
  /** Empty in releases without signed quantities. */
  readonly added: Quantities;
}

/** Types of adjustments that remove goods from lines. */
const REDUCTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(["return", "cancellation"]);

export function isReduction({ type }: Pick<Adjustment, "type">): boolean {
  return REDUCTIONS.has(type);
}

function adjustedQuantities(
  adjustments: readonly Adjustment[],
  { adjustedQuantities: sign }: OrderLineForm,
): AdjustedQuantities {
  const completed = adjustments.filter(({ status }) => status === "completed");
  const linesOf = (counts: (each: Adjustment) => boolean): readonly LineQuantity[] =>
    completed.filter(counts).flatMap((each) => each.line_items ?? []);
  const taken = (type: string): Quantities => {
    const lines = linesOf((each) => each.type === type);
    // Stored orders may have unsigned quantities.
    return quantitiesOf(sign === "signed" ? lines.map(magnitude) : lines);
  };
  const isAddition = (each: Adjustment): boolean => sign === "signed" && !isReduction(each);
  return {
    returned: taken("return"),
    canceled: taken("cancellation"),
    added: quantitiesOf(linesOf(isAddition)),
  };
}

/** The adjustment's quantities that must not exceed what the line has. */
export function boundQuantities(
  { line_items: lines = [] }: Adjustment,
  { adjustedQuantities: sign }: OrderLineForm,
): readonly LineQuantity[] {
  if (sign === "positive") return lines;
  return lines.map(({ id, quantity }) => ({ id, quantity: -quantity }));
}

function magnitude({ id, quantity }: LineQuantity): LineQuantity {
  return { id, quantity: Math.abs(quantity) };
}

/** Sums the quantities by line id. Quantities that are not positive are ignored. */
export function quantitiesOf(lines: readonly LineQuantity[]): Quantities {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lines) {
    const counted = Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0;
    sums.set(id, (sums.get(id) ?? 0) + counted);
  }
  return sums;
}

/** The effect of each event type on a line's quantities (§2.9). */
const EFFECTS: ReadonlyMap<string, Effect> = /* @__PURE__ */ new Map([
  ["returned_to_sender", "returned"],
  ["canceled", "canceled"],
]);

type Effects = Readonly<Record<Effect, number>>;

interface LineTally extends Effects {
  /** The quantity that adjustments add. */
  readonly added: number;
  /** The quantity by which returns lower the line's total, in releases where they do. */
  readonly removed: number;
}

const NO_EFFECTS: Effects = { delivered: 0, returned: 0, canceled: 0 };

const NO_TALLY: LineTally = /* @__PURE__ */ Object.freeze({
  ...NO_EFFECTS,
  added: 0,
  removed: 0,
});

/** By line id. Omits lines that neither log names. */
export function tallyLines(order: OrderBody, option?: OrderOption): ReadonlyMap<string, LineTally> {
  const form = lineFormOf(option);
  const events = byEvents(order, option);
  const { returned, canceled, added } = adjustedQuantities(adjustmentsOf(order), form);
  const isSigned = form.adjustedQuantities === "signed";

  function tallyOf(id: string): LineTally {
    const goods = events.get(id) ?? NO_EFFECTS;
    return {
      delivered: goods.delivered,
      returned: Math.max(goods.returned, returned.get(id) ?? 0),
      canceled: Math.max(goods.canceled, canceled.get(id) ?? 0),
      added: added.get(id) ?? 0,
      removed: isSigned ? (returned.get(id) ?? 0) : 0,
    };
  }

  const ids = new Set([events, returned, canceled, added].flatMap((each) => [...each.keys()]));
  return new Map([...ids].map((id) => [id, tallyOf(id)]));
}

function byEvents(
  order: OrderBody,
  option: MethodTypesOption | undefined,
): ReadonlyMap<string, Effects> {
  const finalEvents = finalEventsByLine(order, option);
  const unexpected = finalEventsOf([], option);
  const lines = new Map<string, Map<string, Effects>>();
  for (const event of eventsOf(order)) {
    for (const [id, quantity] of quantitiesOf(event.line_items)) {
      const effect = effectOf(event.type, finalEvents.get(id) ?? unexpected);
      if (effect === undefined) continue;
      const parcels = lines.get(id) ?? new Map<string, Effects>();
      const parcel = parcels.get(parcelOf(event)) ?? NO_EFFECTS;
      const largest = Math.max(parcel[effect], quantity);
      parcels.set(parcelOf(event), { ...parcel, [effect]: largest });
      lines.set(id, parcels);
    }
  }
  return new Map([...lines].map(([id, parcels]) => [id, sumOfParcels([...parcels.values()])]));
}

/**
 * Carriers pass parcels on, so the tracking number alone identifies one. An event without a number is its own parcel.
 */
function parcelOf({ id, tracking_number: number }: FulfillmentEvent): string {
  return number === undefined ? `event ${id}` : `parcel ${number}`;
}

function sumOfParcels(parcels: readonly Effects[]): Effects {
  return {
    delivered: sum(parcels.map(({ delivered }) => delivered)),
    returned: sum(parcels.map(({ delivered, returned }) => Math.min(delivered, returned))),
    canceled: sum(parcels.map(({ canceled }) => canceled)),
  };
}

/** The final events of each line in the expectations. One line may arrive in several ways. */
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

/** Events of other types change no quantities. */
type Effect = "delivered" | "returned" | "canceled";

/** @param finalEvents the types that end a delivery, as defined by the line's fulfillment methods */
function effectOf(type: string, finalEvents: ReadonlySet<string>): Effect | undefined {
  return EFFECTS.get(type) ?? (finalEvents.has(type) ? "delivered" : undefined);
}

/**
 * `quantity.total` is what was ordered minus what was canceled. `quantity.fulfilled` is what was delivered minus what
 * came back, limited to 0 to `total`; see `tally.ts`. A line that was canceled completely is `fulfilled`: 0 of 0
 * (§2.9).
 *
 * In releases with signed adjustment quantities, additions raise the total and returns lower it. An empty line is
 * `removed` if the release has that status.
 * @param ordered the checkout's lines, or the ordered quantity of each line. Default: `orderedQuantities(order)`,
 * which assumes that the order's own totals are derived.
 */
export function deriveOrder<Order extends OrderBody>(
  order: Order,
  ordered: readonly LineQuantity[] | undefined = undefined,
  option?: OrderOption,
): Order {
  const form = lineFormOf(option);
  const tallies = tallyLines(order, option);
  const all = ordered ?? orderedQuantities(order, option);
  const quantities = new Map(all.map(({ id, quantity }) => [id, quantity]));
  const lines = order.line_items.map((line) => {
    const original = quantities.get(line.id) ?? 0;
    const { total, fulfilled } = derive(original, tallies.get(line.id) ?? NO_TALLY);
    const kept = form.originalQuantity === "kept" ? { original } : {};
    const quantity = { ...line.quantity, ...kept, total, fulfilled };
    return { ...line, quantity, status: statusOf(quantity, form) };
  });
  return { ...order, line_items: lines };
}

/**
 * The ordered quantity of each line, which never changes: `original` if the line keeps it, and otherwise its present
 * total plus canceled and removed minus added quantities.
 * @param order its totals must be derived, not set by hand
 */
export function orderedQuantities(order: OrderBody, option?: OrderOption): readonly LineQuantity[] {
  const { originalQuantity } = lineFormOf(option);
  const tallies = tallyLines(order, option);
  return order.line_items.map(({ id, quantity: { original, total } }: OrderLine) => {
    if (originalQuantity === "kept" && original !== undefined) return { id, quantity: original };
    const { canceled, removed, added } = tallies.get(id) ?? NO_TALLY;
    return { id, quantity: total + canceled + removed - added };
  });
}

/** The quantity of each line that an event or an adjustment may name, including what adjustments added. */
export function availableQuantities(
  order: OrderBody,
  ordered: readonly LineQuantity[],
  option?: OrderOption,
): readonly LineQuantity[] {
  const tallies = tallyLines(order, option);
  return ordered.map(({ id, quantity }) => ({
    id,
    quantity: quantity + (tallies.get(id)?.added ?? 0),
  }));
}

type Derived = Pick<OrderLine["quantity"], "total" | "fulfilled">;

function derive(ordered: number, tally: LineTally): Derived {
  const { delivered, returned, canceled, added, removed } = tally;
  const total = Math.max(0, ordered + added - canceled - removed);
  return { total, fulfilled: Math.min(total, Math.max(0, delivered - returned)) };
}

function statusOf({ total, fulfilled }: Derived, { emptyStatus }: OrderLineForm): LineStatus {
  if (total === 0) return emptyStatus;
  if (fulfilled === total) return "fulfilled";
  return fulfilled > 0 ? "partial" : "processing";
}
