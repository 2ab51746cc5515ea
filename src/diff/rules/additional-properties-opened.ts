import { closingAt, isClosed } from "../facts/closed.js";
import { defineRule, OBJECT_SCHEMA, WIDENS_MILDLY } from "../rule.js";

export const additionalPropertiesOpened = defineRule({
  id: "additional-properties-opened",
  purpose: "An object accepts members that it does not list; it refused them before.",
  why: "Readers must ignore members that they do not know.",
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
