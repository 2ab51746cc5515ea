/** The body of a call may be of another media type. */

import { mediaTypeChanges } from "../facts/media-types.js";
import { REPLACES, type Rule } from "../rule.js";

export const requestMediaTypeChanged: Rule = {
  id: "request-media-type-changed",
  purpose: "The body of a call may be of another media type.",
  levels: REPLACES,
  sentWith: "call",
  calls: (pair, sides) => mediaTypeChanges(pair, sides, "call"),
};
