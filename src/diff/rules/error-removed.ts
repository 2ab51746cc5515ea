/** A tool does not fail with an error any more. */

import { toolErrorPairs } from "../pairs/tool-errors.js";
import type { Rule } from "../rule.js";

export const errorRemoved: Rule = {
  id: "error-removed",
  purpose: "A tool does not fail with an error any more.",
  levels: { sender: "breaking", reader: "dangerous" },
  sentWith: "answer",
  *calls(pair, sides) {
    for (const { code, before, after } of toolErrorPairs(pair, sides))
      if (before !== undefined && after === undefined)
        yield { message: `error ${code} is gone`, before: before.at };
  },
};
