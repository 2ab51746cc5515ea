/** A text must match a pattern. */

import { keywordAt } from "../keyword.js";
import { patternChange } from "../patterns.js";
import { NARROWS, type Rule } from "../rule.js";
import { show } from "../text.js";

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
