import { uniqueAt } from "../facts/keyword.js";
import { ruleDifference } from "../facts/rule-difference.js";
import { defineRule, WIDENS_MILDLY } from "../rule.js";

export const uniqueItemsRemoved = defineRule({
  id: "unique-items-removed",
  purpose: "Items of a list may be duplicates.",
  why: "Readers that treat it as a set may lose items.",
  example: { before: { type: "array", uniqueItems: true }, after: { type: "array" } },
  levels: WIDENS_MILDLY,
  *values(pair) {
    if (!ruleDifference(pair, "uniqueItems").isLooser) return;
    yield {
      message: "items may be equal now",
      before: uniqueAt(pair.before),
      after: uniqueAt(pair.after),
    };
  },
});
