/** The form of order events: as in the release's service document, or as in the protocol's own text (§4.7). */

import type { EventForm, ReleaseValues } from "../service/release-values.js";

export interface EventFormOption {
  /** The generated `releaseValues`: the places of an event's id and time. Default: members of the body. */
  readonly releaseValues?: Pick<ReleaseValues, "events"> | undefined;
}

export const EVENT_ID = "Webhook-Id";
/** The value is in seconds since 1970. */
export const EVENT_TIME = "Webhook-Timestamp";

const OF_PROTOCOL: EventForm = /* @__PURE__ */ Object.freeze({
  identity: "body",
  ids: "any",
  requiredHeaders: Object.freeze([]),
});

export function eventFormOf({ releaseValues }: EventFormOption): EventForm {
  return releaseValues?.events ?? OF_PROTOCOL;
}

/** RFC 9562 §4, in either case. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isEventId(text: string, { ids }: EventForm): boolean {
  return ids === "any" || UUID.test(text);
}
