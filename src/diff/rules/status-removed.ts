import { responsePairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const statusRemoved = defineRule({
  id: "status-removed",
  purpose: "An operation no longer responds with a status.",
  why: "Servers may no longer send it. Callers that rely on it wait in vain.",
  levels: { sender: "breaking", reader: "dangerous" },
  sentWith: "response",
  *calls(pair) {
    for (const { name, before, after } of responsePairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
});
