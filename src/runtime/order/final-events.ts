/** Which events change quantities (§2.9). In: an event's type. Out: what it does to the lines it names. */

/** Delivered, returned or canceled; other events change nothing. */
export type Effect = "delivered" | "returned" | "canceled";

const EFFECTS: ReadonlyMap<string, Effect> = /* @__PURE__ */ new Map([
  ["returned_to_sender", "returned"],
  ["canceled", "canceled"],
]);

/** @param finalEvents after which the buyer has what the line names: the types of its fulfillment methods say which */
export function effectOf(type: string, finalEvents: ReadonlySet<string>): Effect | undefined {
  return EFFECTS.get(type) ?? (finalEvents.has(type) ? "delivered" : undefined);
}
