import { closingAt, isClosed } from "../facts/closed.js";
import { defineRule, NARROWS, OBJECT_SCHEMA } from "../rule.js";

export const additionalPropertiesClosed = defineRule({
  id: "additional-properties-closed",
  purpose: "An object no longer accepts members that it does not list.",
  why: "Members of extensions and of later versions are refused, too.",
  example: { before: OBJECT_SCHEMA, after: { ...OBJECT_SCHEMA, additionalProperties: false } },
  levels: NARROWS,
  *values({ before, after }) {
    if (!isClosed(after.node) || isClosed(before.node)) return;
    yield {
      message: "refuses members that it does not name now",
      before: closingAt(before),
      after: closingAt(after),
    };
  },
});
