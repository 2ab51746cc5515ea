/** The body of an answer may be of another media type. */

import { mediaTypeChanges } from "../facts/media-types.js";
import { REPLACES, type Rule } from "../rule.js";

export const responseMediaTypeChanged: Rule = {
  id: "response-media-type-changed",
  purpose: "The body of an answer may be of another media type.",
  levels: REPLACES,
  sentWith: "answer",
  calls: (pair, sides) => mediaTypeChanges(pair, sides, "answer"),
};
