import { toolErrorPairs } from "../pairs/tool-errors.js";
import { defineRule } from "../rule.js";

export const errorAdded = defineRule({
  id: "error-added",
  purpose: "A tool may fail with one more error.",
  why: "A platform that knows the old codes treats it like any other error, which is enough as long as it does not retry forever.",
  levels: { sender: "safe", reader: "dangerous" },
  sentWith: "response",
  *calls(pair, sides) {
    for (const { code, before, after } of toolErrorPairs(pair, sides))
      if (before === undefined && after !== undefined)
        yield { message: `error ${code} is new`, after: after.at };
  },
});
