import { defineRule, TEXT_SCHEMA, WIDENS } from "../rule.js";
import { nullAt } from "../facts/type-change.js";

export const nullAllowed = defineRule({
  id: "null-allowed",
  purpose: "A value may be null.",
  why: "Readers must expect null.",
  example: { before: TEXT_SCHEMA, after: { type: ["string", "null"] } },
  levels: WIDENS,
  *forms({ before, after }) {
    if (after.isNullable !== true || before.isNullable !== false) return;
    yield {
      message: "may be null now",
      before: nullAt(before),
      after: nullAt(after),
    };
  },
});
