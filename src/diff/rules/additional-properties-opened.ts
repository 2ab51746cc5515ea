import { closingAt, isClosed } from "../facts/closed.js";
import { defineRule, OBJECT_SCHEMA, WIDENS_MILDLY } from "../rule.js";

export const additionalPropertiesOpened = defineRule({
  id: "additional-properties-opened",
  purpose: "An object takes members that it does not name, where it refused them.",
  why: "Who reads it has to leave aside what it does not know.",
  example: { before: { ...OBJECT_SCHEMA, additionalProperties: false }, after: OBJECT_SCHEMA },
  levels: WIDENS_MILDLY,
  *values({ before, after }) {
    if (!isClosed(before.node) || isClosed(after.node)) return;
    yield {
      message: "takes members that it does not name now",
      before: closingAt(before),
      after: closingAt(after),
    };
  },
});
