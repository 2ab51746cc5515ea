import { uniqueAt } from "../facts/keyword.js";
import { ruleDifference } from "../facts/rule-difference.js";
import { defineRule, NARROWS } from "../rule.js";

export const uniqueItemsAdded = defineRule({
  id: "unique-items-added",
  purpose: "Items of a list must differ from each other.",
  why: "Lists with duplicate items are refused.",
  example: { before: { type: "array" }, after: { type: "array", uniqueItems: true } },
  levels: NARROWS,
  *values(pair) {
    if (!ruleDifference(pair, "uniqueItems").isTighter) return;
    yield {
      message: "items must differ from each other now",
      before: uniqueAt(pair.before),
      after: uniqueAt(pair.after),
    };
  },
});
