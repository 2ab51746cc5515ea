import { keywordAt } from "../facts/keyword.js";
import { defineRule, TEXT_SCHEMA, WIDENS } from "../rule.js";
import { typesText } from "../facts/text.js";
import { typeChange } from "../facts/type-change.js";

export const typeWidened = defineRule({
  id: "type-widened",
  purpose: "A value may have more types.",
  why: "Readers may receive types that they do not expect. Null has its own rules.",
  example: { before: TEXT_SCHEMA, after: { type: ["string", "integer"] } },
  levels: WIDENS,
  *values(pair) {
    const { before, after } = pair;
    if (!typeChange(pair).added) return;
    yield {
      message: `was ${typesText(before.types)} and is ${typesText(after.types)}`,
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
});
