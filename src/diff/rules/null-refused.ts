import { keywordAt } from "../facts/keyword.js";
import { defineRule, NARROWS, TEXT_SCHEMA } from "../rule.js";
import { allowsNull } from "../facts/type-change.js";

export const nullRefused = defineRule({
  id: "null-refused",
  purpose: "A value may not be null any more.",
  why: "Senders of null must omit the member or send a value.",
  example: { before: { type: ["string", "null"] }, after: TEXT_SCHEMA },
  levels: NARROWS,
  *values({ before, after }) {
    if (before.types === undefined || after.types === undefined) return;
    if (!allowsNull(before) || allowsNull(after)) return;
    yield {
      message: "may not be null any more",
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
    };
  },
});
