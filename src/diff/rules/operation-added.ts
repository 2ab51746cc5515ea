/** An operation, webhook or method is new. */

import { addressOf, routeText } from "../pairs/call.js";
import { type Rule } from "../rule.js";

export const operationAdded: Rule = {
  id: "operation-added",
  purpose: "An operation, webhook or method is new.",
  levels: { platform: "safe", business: "safe" },
  *calls({ before, after }) {
    if (before !== undefined || after === undefined) return;
    yield { message: `${routeText(after)} is new`, after: addressOf(after) };
  },
};
