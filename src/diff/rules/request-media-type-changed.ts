import { mediaTypeChanges } from "../facts/media-types.js";
import { defineRule, REPLACES } from "../rule.js";

export const requestMediaTypeChanged = defineRule({
  id: "request-media-type-changed",
  purpose: "The body of a call may have different media types.",
  why: "A removed type is refused. An added one may reach a reader that does not support it.",
  levels: REPLACES,
  sentWith: "request",
  calls: (pair, sides) => mediaTypeChanges(pair, sides, "request"),
});
