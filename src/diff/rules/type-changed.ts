import { keywordAt } from "../facts/keyword.js";
import { defineRule, NARROWS, REPLACES, TEXT_SCHEMA, WIDENS } from "../rule.js";
import { typesText } from "../facts/text.js";

export const typeChanged = defineRule({
  id: "type-changed",
  purpose: "A value has another type, and none of the old ones.",
  why: "No value is valid on both sides. Nothing else is reported for such a member.",
  example: { before: TEXT_SCHEMA, after: { type: "integer" } },
  levels: REPLACES,
  *replacements({ before, after }) {
    const from = before.node.never === undefined ? before.types : [];
    const to = after.node.never === undefined ? after.types : [];
    yield {
      message: `was ${typesText(from)} and is ${typesText(to)}`,
      before: keywordAt(before.node.types, "type", before),
      after: keywordAt(after.node.types, "type", after),
      levels: to?.length === 0 ? NARROWS : from?.length === 0 ? WIDENS : undefined,
    };
  },
});
