import { originOr } from "../facts/keyword.js";
import { defineRule } from "../rule.js";

export const valuesNarrowed = defineRule({
  id: "values-narrowed",
  purpose: "Some values may be refused now, and no other rule tells which.",
  why: "Rules look at one keyword at a time; here several of them decide together, and it is not proven that all values that were valid still are. Compare both schemas, or write the change in simpler keywords.",
  example: {
    before: {
      type: "object",
      additionalProperties: { type: "string" },
      allOf: [{ patternProperties: { "^x": {} } }],
    },
    after: {
      type: "object",
      additionalProperties: { type: "string" },
      allOf: [{ patternProperties: { "^x": {} }, additionalProperties: false }],
    },
  },
  levels: { sender: "dangerous", reader: "safe" },
  *remainders({ before, after, mayRefuse }) {
    if (mayRefuse)
      yield {
        message: "it cannot be shown that every value that was valid still is",
        before: originOr(before.node.origin, before),
        after: originOr(after.node.origin, after),
      };
  },
});
