import { responsePairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const statusAdded = defineRule({
  id: "status-added",
  purpose: "An operation may answer with one more status.",
  why: "Who calls may meet it, and what it does then depends on how it takes unknown statuses.",
  levels: { sender: "safe", reader: "dangerous" },
  sentWith: "response",
  *calls(pair) {
    for (const { name, before, after } of responsePairs(pair))
      if (before === undefined && after !== undefined)
        yield { message: `${name} is new`, after: after.at };
  },
});
