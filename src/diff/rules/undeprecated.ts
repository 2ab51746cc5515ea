import { annotationAt } from "../facts/keyword.js";
import { deprecations } from "../facts/deprecations.js";
import { inputPairs } from "../pairs/inputs.js";
import { defineRule, SAFE, TEXT_SCHEMA } from "../rule.js";

export const undeprecated = defineRule({
  id: "undeprecated",
  purpose: "Something is no longer deprecated.",
  why: "It may be used again.",
  example: { before: { type: "string", deprecated: true }, after: TEXT_SCHEMA },
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
    for (const { over, ...at } of deprecations(pair, false))
      yield { message: `is not deprecated${over} any more`, ...at };
    for (const { name, before: from, after: to } of inputPairs(pair))
      if (from?.deprecated === true && to?.deprecated === false)
        yield { message: `${name} is not deprecated any more`, before: from.at, after: to.at };
  },
});
