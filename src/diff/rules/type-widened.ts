/** A value may have more types. */

import { keywordAt } from "../facts/keyword.js";
import { WIDENS, type Rule } from "../rule.js";
import { typesText } from "../facts/text.js";
import { typeChange } from "../facts/type-change.js";

export const typeWidened: Rule = {
  id: "type-widened",
  purpose: "A value may have more types.",
  levels: WIDENS,
  *values(pair) {
    const { before, after } = pair;
    if (!typeChange(pair).added) return;
    yield {
      message: `was ${typesText(before.types)} and is ${typesText(after.types)}`,
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
};
