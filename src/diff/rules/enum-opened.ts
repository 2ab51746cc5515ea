/** Other values are allowed than those that are listed. */

import { constChange, listAt } from "../literals.js";
import { WIDENS_MILDLY, type Rule } from "../rule.js";
import { list } from "../text.js";

export const enumOpened: Rule = {
  id: "enum-opened",
  purpose: "Other values are allowed than those that are listed.",
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { before, after } = pair;
    if (before.literals === undefined || after.literals !== undefined) return;
    if (constChange(pair) !== undefined) return;
    yield {
      message: `allowed ${list(before.literals)}; others are allowed now`,
      before: listAt(before),
      after: listAt(after),
    };
  },
};
