/** An operation does not answer with a status any more. */

import { answerPairs } from "../inputs.js";
import { type Rule } from "../rule.js";

export const statusRemoved: Rule = {
  id: "status-removed",
  purpose: "An operation does not answer with a status any more.",
  levels: { platform: "dangerous", business: "breaking" },
  *calls(pair) {
    for (const { name, before, after, at } of answerPairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: at.before };
  },
};
