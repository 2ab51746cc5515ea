/** A text need not match a pattern any more. */

import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { WIDENS_MILDLY, type Rule } from "../rule.js";
import { show } from "../facts/text.js";

export const patternRemoved: Rule = {
  id: "pattern-removed",
  purpose: "A text need not match a pattern any more.",
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { gone, added } = patternChange(pair);
    const [first] = gone;
    if (first === undefined || added.length > 0) return;
    yield {
      message: `need not match ${show(first.value)} any more`,
      before: keywordAt(first, "pattern", pair.before),
      after: keywordAt(undefined, "pattern", pair.after),
    };
  },
};
