import { equalJson } from "@proto-gen/runtime/json";
import { toolErrorPairs } from "../pairs/tool-errors.js";
import { defineRule, SAFE } from "../rule.js";

export const errorChanged = defineRule({
  id: "error-changed",
  purpose: "An error of a tool has another message, or other data.",
  why: "Programs depend on the code, so another message is safe. Check the code that reads the data.",
  levels: { sender: "safe", reader: "dangerous" },
  sentWith: "response",
  *calls(pair, sides) {
    for (const { code, before, after } of toolErrorPairs(pair, sides)) {
      if (before === undefined || after === undefined) continue;
      const at = { before: before.at, after: after.at };
      // Programs go by its code.
      if (before.message !== after.message)
        yield { ...at, message: `the message of error ${code} changed`, levels: SAFE };
      if (!equalJson(before.data ?? null, after.data ?? null))
        yield { ...at, message: `the data of error ${code} changed` };
    }
  },
});
