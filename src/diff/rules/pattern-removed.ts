import { keywordAt } from "../facts/keyword.js";
import { patternChange } from "../facts/patterns.js";
import { defineRule, TEXT_SCHEMA, WIDENS_MILDLY } from "../rule.js";
import { valueText } from "../facts/text.js";

export const patternRemoved = defineRule({
  id: "pattern-removed",
  purpose: "A string no longer has to match a pattern.",
  why: "Readers may receive strings of any form.",
  example: { before: { type: "string", pattern: "^a" }, after: TEXT_SCHEMA },
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { gone, added } = patternChange(pair);
    const [first] = gone;
    if (first === undefined || added.length > 0) return;
    yield {
      message: `need not match ${valueText(first.value)} any more`,
      before: keywordAt(first, "pattern", pair.before),
      after: keywordAt(undefined, "pattern", pair.after),
    };
  },
});
