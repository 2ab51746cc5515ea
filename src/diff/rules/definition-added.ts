import { defineRule, SAFE } from "../rule.js";

export const definitionAdded = defineRule({
  id: "definition-added",
  purpose: "A named schema that nothing refers to is new.",
  why: "No payload uses it yet. Extensions may refer to it.",
  levels: SAFE,
  *definitions({ before, after }) {
    if (before !== undefined || after === undefined) return;
    yield { message: `${after.address} is new`, after: after.at };
  },
});
