import { primaryAddress, routeText } from "../pairs/call.js";
import { defineRule } from "../rule.js";

export const operationRemoved = defineRule({
  id: "operation-removed",
  purpose: "An operation, webhook or method was removed.",
  why: "Calls of it fail. A business may keep it for platforms of the old version.",
  levels: { platform: "breaking", business: "dangerous" },
  *calls({ before, after }) {
    if (before === undefined || after !== undefined) return;
    yield { message: `${routeText(before)} is gone`, before: primaryAddress(before) };
  },
});
