import { headerPairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const responseHeaderRemoved = defineRule({
  id: "response-header-removed",
  purpose: "A response lost a header.",
  why: "Callers no longer receive it.",
  levels: { sender: "safe", reader: "breaking" },
  sentWith: "response",
  *calls(pair) {
    for (const { name, before, after } of headerPairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
});
