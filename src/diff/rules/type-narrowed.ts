/** A value may have fewer types. */

import { keywordAt } from "../facts/keyword.js";
import { NARROWS, type Rule } from "../rule.js";
import { typesText } from "../facts/text.js";
import { typeChange } from "../facts/type-change.js";

export const typeNarrowed: Rule = {
  id: "type-narrowed",
  purpose: "A value may have fewer types.",
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    if (!typeChange(pair).gone) return;
    yield {
      message: `was ${typesText(before.types)} and is ${typesText(after.types)}`,
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
};
