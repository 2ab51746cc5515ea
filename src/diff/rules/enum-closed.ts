/** Only listed values are allowed, where others were too. */

import { constChange, listAt } from "../facts/literals.js";
import { NARROWS, type Rule } from "../rule.js";
import { listIs } from "../facts/text.js";

export const enumClosed: Rule = {
  id: "enum-closed",
  purpose: "Only listed values are allowed, where others were too.",
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    if (before.literals !== undefined || after.literals === undefined) return;
    if (constChange(pair) !== undefined) return;
    yield {
      message: `only ${listIs(after.literals)} allowed now`,
      before: listAt(before),
      after: listAt(after),
    };
  },
};
