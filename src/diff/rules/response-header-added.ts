/** An answer has one more header. */

import { headerPairs } from "../pairs/inputs.js";
import { NARROWS, SAFE, type Rule } from "../rule.js";

export const responseHeaderAdded: Rule = {
  id: "response-header-added",
  purpose: "An answer has one more header.",
  levels: SAFE,
  sentWith: "answer",
  *calls(pair) {
    for (const { name, before, after } of headerPairs(pair)) {
      if (before !== undefined || after === undefined) continue;
      const message = after.required ? `${name} is new, and required` : `${name} is new`;
      // Who answers has to send it from now on.
      yield { message, after: after.at, ...(after.required ? { levels: NARROWS } : {}) };
    }
  },
};
