/** A value may have fewer types. */

import { keywordAt } from "../keyword.js";
import { NARROWS, type Rule } from "../rule.js";
import { typesText } from "../text.js";
import { typeChange } from "../type-change.js";

export const typeNarrowed: Rule = {
  id: "type-narrowed",
  purpose: "A value may have fewer types.",
  levels: NARROWS,
  *values({ before, after }) {
    if (!typeChange(before, after).gone) return;
    yield {
      message: `was ${typesText(before.types)} and is ${typesText(after.types)}`,
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
};
