/** Other values are allowed than those that are listed. */

import { constChange, listAt } from "../facts/literals.js";
import { WIDENS_MILDLY, type Rule } from "../rule.js";
import { listWas } from "../facts/text.js";

export const enumOpened: Rule = {
  id: "enum-opened",
  purpose: "Other values are allowed than those that are listed.",
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { before, after } = pair;
    if (before.literals === undefined || after.literals !== undefined) return;
    if (constChange(pair) !== undefined) return;
    yield {
      message: `only ${listWas(before.literals)} allowed; others are now`,
      before: listAt(before),
      after: listAt(after),
    };
  },
};
