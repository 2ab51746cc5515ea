import { responsePairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const statusAdded = defineRule({
  id: "status-added",
  purpose: "An operation may respond with an additional status.",
  why: "Callers may receive it; what they do then depends on how they treat unknown statuses.",
  levels: { sender: "safe", reader: "dangerous" },
  sentWith: "response",
  *calls(pair) {
    for (const { name, before, after } of responsePairs(pair))
      if (before === undefined && after !== undefined)
        yield { message: `${name} is new`, after: after.at };
  },
});
