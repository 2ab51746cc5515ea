import { annotationAt } from "../facts/keyword.js";
import { deprecations } from "../facts/deprecations.js";
import { inputPairs } from "../pairs/inputs.js";
import { defineRule, SAFE, TEXT_SCHEMA } from "../rule.js";

export const deprecated = defineRule({
  id: "deprecated",
  purpose: "Something was deprecated.",
  why: "Nothing changes yet. Look for its replacement.",
  example: { before: TEXT_SCHEMA, after: { type: "string", deprecated: true } },
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
  *calls(pair) {
    for (const { over, ...at } of deprecations(pair, true))
      yield { message: `is deprecated${over} now`, ...at };
    for (const { name, before: from, after: to } of inputPairs(pair))
      if (from?.deprecated === false && to?.deprecated === true)
        yield { message: `${name} is deprecated now`, before: from.at, after: to.at };
  },
});
