import { constChange, listAt } from "../facts/literals.js";
import { defineRule, TEXT_SCHEMA, WIDENS_MILDLY } from "../rule.js";
import { listWas } from "../facts/text.js";

export const enumOpened = defineRule({
  id: "enum-opened",
  purpose: "Values other than the listed ones are allowed now.",
  why: "Readers need a case for unknown values.",
  example: { before: { enum: ["a", "b"] }, after: TEXT_SCHEMA },
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { before, after } = pair;
    if (before.literals === undefined || after.literals !== undefined) return;
    if (constChange(pair) !== undefined) return;
    yield {
      message: `only ${listWas(before.literals)} allowed; others are now`,
      before: listAt(before),
      after: listAt(after),
    };
  },
});
