import { keywordAt } from "../facts/keyword.js";
import { defineRule, TEXT_SCHEMA, WIDENS } from "../rule.js";
import { allowsNull } from "../facts/type-change.js";

export const nullAllowed = defineRule({
  id: "null-allowed",
  purpose: "A value may be null.",
  why: "Readers must expect null.",
  example: { before: TEXT_SCHEMA, after: { type: ["string", "null"] } },
  levels: WIDENS,
  *values({ before, after }) {
    if (before.types === undefined || after.types === undefined) return;
    if (!allowsNull(after) || allowsNull(before)) return;
    yield {
      message: "may be null now",
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
});
