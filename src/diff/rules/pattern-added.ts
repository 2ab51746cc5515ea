/** A text must match a pattern. */

import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { NARROWS, type Rule } from "../rule.js";
import { show } from "../facts/text.js";

export const patternAdded: Rule = {
  id: "pattern-added",
  purpose: "A text must match a pattern.",
  levels: NARROWS,
  *values(pair) {
    const { gone, added } = patternChange(pair);
    const [first] = added;
    if (first === undefined || gone.length > 0) return;
    yield {
      message: `must match ${show(first.value)} now`,
      before: keywordAt(undefined, "pattern", pair.before),
      after: keywordAt(first, "pattern", pair.after),
    };
  },
};
