import { mediaTypeChanges } from "../facts/media-types.js";
import { defineRule, REPLACES } from "../rule.js";

export const responseMediaTypeChanged = defineRule({
  id: "response-media-type-changed",
  purpose: "The body of an answer may be of another media type.",
  why: "A type that is gone may not be answered with any more. One that is new may reach who does not read it.",
  levels: REPLACES,
  sentWith: "response",
  calls: (pair, sides) => mediaTypeChanges(pair, sides, "response"),
});
