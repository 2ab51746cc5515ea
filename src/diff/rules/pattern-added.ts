import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { defineRule, NARROWS, TEXT_SCHEMA } from "../rule.js";
import { valueText } from "../facts/text.js";

export const patternAdded = defineRule({
  id: "pattern-added",
  purpose: "A string must match a pattern.",
  why: "Strings that do not match are refused.",
  example: { before: TEXT_SCHEMA, after: { type: "string", pattern: "^a" } },
  levels: NARROWS,
  *values(pair) {
    const { gone, added } = patternChange(pair);
    const [first] = added;
    if (first === undefined || gone.length > 0) return;
    yield {
      message: `must match ${valueText(first.value)} now`,
      before: keywordAt(undefined, "pattern", pair.before),
      after: keywordAt(first, "pattern", pair.after),
    };
  },
});
