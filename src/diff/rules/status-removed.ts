import { responsePairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const statusRemoved = defineRule({
  id: "status-removed",
  purpose: "An operation does not answer with a status any more.",
  why: "Who answers may not give it any more. What a caller waits for with it does not come.",
  levels: { sender: "breaking", reader: "dangerous" },
  sentWith: "response",
  *calls(pair) {
    for (const { name, before, after } of responsePairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
});
