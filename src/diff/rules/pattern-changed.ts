/** A text must match another pattern. */

import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { type Rule } from "../rule.js";
import { show } from "../facts/text.js";

export const patternChanged: Rule = {
  id: "pattern-changed",
  purpose: "A text must match another pattern.",
  levels: { sender: "breaking", reader: "dangerous" },
  *values(pair) {
    const { gone, added } = patternChange(pair);
    const [from] = gone;
    const [to] = added;
    if (from === undefined || to === undefined) return;
    yield {
      message: `must match ${show(to.value)}, and no longer ${show(from.value)}`,
      before: keywordAt(from, "pattern", pair.before),
      after: keywordAt(to, "pattern", pair.after),
    };
  },
};
