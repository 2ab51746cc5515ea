import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { defineRule } from "../rule.js";
import { valueText } from "../facts/text.js";

export const patternChanged = defineRule({
  id: "pattern-changed",
  purpose: "A string must match another pattern.",
  why: "Patterns are not compared by what they match: some strings may be refused now, and others newly allowed.",
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
