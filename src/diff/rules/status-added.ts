/** An operation may answer with one more status. */

import { answerPairs } from "../pairs/inputs.js";
import { type Rule } from "../rule.js";

export const statusAdded: Rule = {
  id: "status-added",
  purpose: "An operation may answer with one more status.",
  levels: { sender: "safe", reader: "dangerous" },
  sentWith: "answer",
  *calls(pair) {
    for (const { name, before, after } of answerPairs(pair))
      if (before === undefined && after !== undefined)
        yield { message: `${name} is new`, after: after.at };
  },
};
