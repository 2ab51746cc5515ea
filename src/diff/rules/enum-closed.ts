import { constChange, listAt } from "../facts/literals.js";
import { defineRule, NARROWS, TEXT_SCHEMA } from "../rule.js";
import { listIs } from "../facts/text.js";

export const enumClosed = defineRule({
  id: "enum-closed",
  purpose: "Only listed values are allowed now; others were allowed before.",
  why: "All other values are refused. Bounds and patterns that the list makes redundant are not reported separately.",
  example: { before: TEXT_SCHEMA, after: { enum: ["a", "b"] } },
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    if (before.literals !== undefined || after.literals === undefined) return;
    if (constChange(pair) !== undefined) return;
    yield {
      message: `only ${listIs(after.literals)} allowed now`,
      before: listAt(before),
      after: listAt(after),
    };
  },
});
