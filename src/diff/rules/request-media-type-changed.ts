import { mediaTypeChanges } from "../facts/media-types.js";
import { defineRule, REPLACES } from "../rule.js";

export const requestMediaTypeChanged = defineRule({
  id: "request-media-type-changed",
  purpose: "The body of a call may be of another media type.",
  why: "A type that is gone is refused where it is sent. One that is new may reach who does not read it.",
  levels: REPLACES,
  sentWith: "request",
  calls: (pair, sides) => mediaTypeChanges(pair, sides, "request"),
});
