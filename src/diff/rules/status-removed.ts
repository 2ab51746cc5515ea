/** An operation does not answer with a status any more. */

import { answerPairs } from "../pairs/inputs.js";
import { type Rule } from "../rule.js";

export const statusRemoved: Rule = {
  id: "status-removed",
  purpose: "An operation does not answer with a status any more.",
  levels: { sender: "breaking", reader: "dangerous" },
  sentWith: "answer",
  *calls(pair) {
    for (const { name, before, after } of answerPairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
};
