/** Which events change quantities (§2.9). In: an event's type. Out: what it does to the lines it names. */

/** Delivered, returned or canceled; other events change nothing. */
export type Effect = "delivered" | "returned" | "canceled";

const EFFECTS: ReadonlyMap<string, Effect> = /* @__PURE__ */ new Map([
  ["delivered", "delivered"],
  ["returned_to_sender", "returned"],
  ["canceled", "canceled"],
]);

/**
 * §2.9 has no word for the end of a pickup. At a shop's counter these are one, and for what is shipped they
 * are none: the carrier collects the parcel.
 */
const PICKED_UP: ReadonlySet<string> = /* @__PURE__ */ new Set(["picked_up", "collected"]);

/** @param isPickup whether the buyer expects to pick up some of the line */
export function effectOf(type: string, isPickup: boolean): Effect | undefined {
  return isPickup && PICKED_UP.has(type) ? "delivered" : EFFECTS.get(type);
}
