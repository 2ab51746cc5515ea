/** Items of a list must differ from each other. */

import { uniqueAt } from "../facts/keyword.js";
import { NARROWS, type Rule } from "../rule.js";

export const uniqueItemsAdded: Rule = {
  id: "unique-items-added",
  purpose: "Items of a list must differ from each other.",
  levels: NARROWS,
  *values({ before, after }) {
    if (before.node.uniqueItems !== undefined || after.node.uniqueItems === undefined) return;
    yield {
      message: "items must differ from each other now",
      before: uniqueAt(before),
      after: uniqueAt(after),
    };
  },
};
