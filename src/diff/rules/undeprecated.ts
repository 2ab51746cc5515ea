/** Something is not deprecated any more. */

import { annotationAt } from "../facts/annotation.js";
import { addressOf } from "../pairs/call.js";
import { inputPairs } from "../pairs/inputs.js";
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
  *calls(pair) {
    const { before, after } = pair;
    if (before?.deprecated === true && after?.deprecated === false)
      yield {
        message: "is not deprecated any more",
        before: addressOf(before),
        after: addressOf(after),
      };
    for (const { name, before: from, after: to } of inputPairs(pair))
      if (from?.deprecated === true && to?.deprecated === false)
        yield { message: `${name} is not deprecated any more`, before: from.at, after: to.at };
  },
};
