import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { defineRule } from "../rule.js";
import { valueText } from "../facts/text.js";

export const patternChanged = defineRule({
  id: "pattern-changed",
  purpose: "A text must match another pattern.",
  why: "Which texts two patterns have in common is not worked out: some may be refused now, and others be new.",
  example: { before: { type: "string", pattern: "^a" }, after: { type: "string", pattern: "^b" } },
  levels: { sender: "breaking", reader: "dangerous" },
  *values(pair) {
    const { gone, added } = patternChange(pair);
    const [from] = gone;
    const [to] = added;
    if (from === undefined || to === undefined) return;
    yield {
      message: `must match ${valueText(to.value)}, and no longer ${valueText(from.value)}`,
      before: keywordAt(from, "pattern", pair.before),
      after: keywordAt(to, "pattern", pair.after),
    };
  },
});
