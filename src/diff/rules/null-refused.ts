import { defineRule, NARROWS, TEXT_SCHEMA } from "../rule.js";
import { nullAt } from "../facts/type-change.js";

export const nullRefused = defineRule({
  id: "null-refused",
  purpose: "A value may not be null any more.",
  why: "Senders of null must omit the member or send a value.",
  example: { before: { type: ["string", "null"] }, after: TEXT_SCHEMA },
  levels: NARROWS,
  *forms({ before, after }) {
    if (before.isNullable !== true || after.isNullable !== false) return;
    yield {
      message: "may not be null any more",
      before: nullAt(before),
      after: nullAt(after),
    };
  },
});
