/** Maps event types to their effect on a line's quantities (§2.9). */

/** Events of other types change no quantities. */
export type Effect = "delivered" | "returned" | "canceled";

const EFFECTS: ReadonlyMap<string, Effect> = /* @__PURE__ */ new Map([
  ["returned_to_sender", "returned"],
  ["canceled", "canceled"],
]);

/** @param finalEvents the types that end a delivery, as defined by the line's fulfillment methods */
export function effectOf(type: string, finalEvents: ReadonlySet<string>): Effect | undefined {
  return EFFECTS.get(type) ?? (finalEvents.has(type) ? "delivered" : undefined);
}
