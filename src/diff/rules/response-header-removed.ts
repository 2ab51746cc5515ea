/** An answer lacks a header that it had. */

import { headerPairs } from "../pairs/inputs.js";
import { type Rule } from "../rule.js";

export const responseHeaderRemoved: Rule = {
  id: "response-header-removed",
  purpose: "An answer lacks a header that it had.",
  levels: { sender: "safe", reader: "breaking" },
  sentWith: "answer",
  *calls(pair) {
    for (const { name, before, after } of headerPairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
};
