import { constChange, listAt } from "../facts/literals.js";
import { defineRule, NARROWS, TEXT_SCHEMA } from "../rule.js";
import { listIs } from "../facts/text.js";

export const enumClosed = defineRule({
  id: "enum-closed",
  purpose: "Only listed values are allowed, where others were too.",
  why: "All others are refused. Bounds and patterns that the list makes needless are not told beside it.",
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
