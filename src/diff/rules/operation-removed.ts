/** An operation, webhook or method is gone. */

import { addressOf, routeText } from "../pairs/call.js";
import { type Rule } from "../rule.js";

export const operationRemoved: Rule = {
  id: "operation-removed",
  purpose: "An operation, webhook or method is gone.",
  levels: { platform: "breaking", business: "dangerous" },
  *calls({ before, after }) {
    if (before === undefined || after !== undefined) return;
    yield { message: `${routeText(before)} is gone`, before: addressOf(before) };
  },
};
