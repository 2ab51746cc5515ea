/** Something is not deprecated any more. */

import { annotationAt } from "../annotation.js";
import { addressOf } from "../call.js";
import { SAFE, type Rule } from "../rule.js";

export const undeprecated: Rule = {
  id: "undeprecated",
  purpose: "Something is not deprecated any more.",
  levels: SAFE,
  *annotations({ before, after, isAnnounced }) {
    if (after.annotations.deprecated === true || before.annotations.deprecated !== true) return;
    if (isAnnounced) return;
    yield {
      message: "is not deprecated any more",
      before: annotationAt(before, "deprecated"),
      after: annotationAt(after, "deprecated"),
    };
  },
  *calls({ before, after }) {
    if (after?.deprecated !== false || before?.deprecated !== true) return;
    yield {
      message: "is not deprecated any more",
      before: addressOf(before),
      after: addressOf(after),
    };
  },
};
