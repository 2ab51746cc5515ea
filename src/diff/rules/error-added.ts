/** A tool may fail with one more error. */

import { toolErrorPairs } from "../pairs/tool-errors.js";
import type { Rule } from "../rule.js";

export const errorAdded: Rule = {
  id: "error-added",
  purpose: "A tool may fail with one more error.",
  levels: { sender: "safe", reader: "dangerous" },
  sentWith: "answer",
  *calls(pair, sides) {
    for (const { code, before, after } of toolErrorPairs(pair, sides))
      if (before === undefined && after !== undefined)
        yield { message: `error ${code} is new`, after: after.at };
  },
};
