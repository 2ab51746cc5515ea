/** Something is not to be used any more. */

import { annotationAt } from "../annotation.js";
import { addressOf } from "../call.js";
import { SAFE, type Rule } from "../rule.js";

export const deprecated: Rule = {
  id: "deprecated",
  purpose: "Something is not to be used any more.",
  levels: SAFE,
  *annotations({ before, after, isAnnounced }) {
    if (before.annotations.deprecated === true || after.annotations.deprecated !== true) return;
    if (isAnnounced) return;
    yield {
      message: "is deprecated now",
      before: annotationAt(before, "deprecated"),
      after: annotationAt(after, "deprecated"),
    };
  },
  *calls({ before, after }) {
    if (before?.deprecated !== false || after?.deprecated !== true) return;
    yield { message: "is deprecated now", before: addressOf(before), after: addressOf(after) };
  },
};
