import { mediaTypeChanges } from "../facts/media-types.js";
import { defineRule, REPLACES } from "../rule.js";

export const responseMediaTypeChanged = defineRule({
  id: "response-media-type-changed",
  purpose: "The body of a response may have different media types.",
  why: "Servers may no longer send a removed type. An added one may reach a caller that does not support it.",
  levels: REPLACES,
  sentWith: "response",
  calls: (pair, sides) => mediaTypeChanges(pair, sides, "response"),
});
