import { keywordAt } from "../facts/keyword.js";
import { defineRule, NARROWS, TEXT_SCHEMA } from "../rule.js";
import { typesText } from "../facts/text.js";
import { typeChange } from "../facts/type-change.js";

export const typeNarrowed = defineRule({
  id: "type-narrowed",
  purpose: "A value may have fewer types.",
  why: "Values of the removed types are refused. Null has its own rules.",
  example: { before: { type: ["string", "integer"] }, after: TEXT_SCHEMA },
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    if (!typeChange(pair).gone) return;
    yield {
      message: `was ${typesText(before.types)} and is ${typesText(after.types)}`,
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
});
