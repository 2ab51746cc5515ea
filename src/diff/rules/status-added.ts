/** An operation may answer with one more status. */

import { answerPairs } from "../inputs.js";
import { type Rule } from "../rule.js";

export const statusAdded: Rule = {
  id: "status-added",
  purpose: "An operation may answer with one more status.",
  levels: { platform: "dangerous", business: "safe" },
  *calls(pair) {
    for (const { name, before, after, at } of answerPairs(pair))
      if (before === undefined && after !== undefined)
        yield { message: `${name} is new`, after: at.after };
  },
};
