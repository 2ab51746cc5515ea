/** A value may not be null any more. */

import { keywordAt } from "../facts/keyword.js";
import { NARROWS, type Rule } from "../rule.js";
import { allowsNull } from "../facts/type-change.js";

export const nullRefused: Rule = {
  id: "null-refused",
  purpose: "A value may not be null any more.",
  levels: NARROWS,
  *values({ before, after }) {
    if (before.types === undefined || after.types === undefined) return;
    if (!allowsNull(before) || allowsNull(after)) return;
    yield {
      message: "may not be null any more",
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
};
