import { toolErrorPairs } from "../pairs/tool-errors.js";
import { defineRule } from "../rule.js";

export const errorRemoved = defineRule({
  id: "error-removed",
  purpose: "A tool no longer fails with an error.",
  why: "A business that still returns it violates the document. A platform waits for the code in vain.",
  levels: { sender: "breaking", reader: "dangerous" },
  sentWith: "response",
  *calls(pair, sides) {
    for (const { code, before, after } of toolErrorPairs(pair, sides))
      if (before !== undefined && after === undefined)
        yield { message: `error ${code} is gone`, before: before.at };
  },
});
