import { originOr } from "../facts/keyword.js";
import { defineRule, WIDENS_MILDLY } from "../rule.js";

export const valuesWidened = defineRule({
  id: "values-widened",
  purpose:
    "Some values may be allowed now that were refused before, and no other rule tells which.",
  why: "Rules look at one keyword at a time; here several of them decide together, and it is not proven that all values that are valid were so before. Compare both schemas, or write the change in simpler keywords.",
  example: {
    before: {
      type: "object",
      additionalProperties: { type: "string" },
      allOf: [{ patternProperties: { "^x": {} }, additionalProperties: false }],
    },
    after: {
      type: "object",
      additionalProperties: { type: "string" },
      allOf: [{ patternProperties: { "^x": {} } }],
    },
  },
  levels: WIDENS_MILDLY,
  *remainders({ before, after, mayAllow }) {
    if (mayAllow)
      yield {
        message: "it cannot be shown that every value that is valid was so before",
        before: originOr(before.node.origin, before),
        after: originOr(after.node.origin, after),
      };
  },
});
