/** Items of a list may be equal. */

import { uniqueAt } from "../facts/keyword.js";
import { WIDENS_MILDLY, type Rule } from "../rule.js";

export const uniqueItemsRemoved: Rule = {
  id: "unique-items-removed",
  purpose: "Items of a list may be equal.",
  levels: WIDENS_MILDLY,
  *values({ before, after }) {
    if (after.node.uniqueItems !== undefined || before.node.uniqueItems === undefined) return;
    yield {
      message: "items may be equal now",
      before: uniqueAt(before),
      after: uniqueAt(after),
    };
  },
};
