/** Only listed values are allowed, where others were too. */

import { constChange, listAt } from "../literals.js";
import { NARROWS, type Rule } from "../rule.js";
import { list } from "../text.js";

export const enumClosed: Rule = {
  id: "enum-closed",
  purpose: "Only listed values are allowed, where others were too.",
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    if (before.literals !== undefined || after.literals === undefined) return;
    if (constChange(pair) !== undefined) return;
    yield {
      message: `only ${list(after.literals)} is allowed now`,
      before: listAt(before),
      after: listAt(after),
    };
  },
};
