import { primaryAddress, routeText } from "../pairs/call.js";
import { defineRule } from "../rule.js";

export const operationAdded = defineRule({
  id: "operation-added",
  purpose: "An operation, webhook or method is new.",
  why: "Nobody calls it yet. A business that declares the new version has to serve it.",
  levels: { platform: "safe", business: "safe" },
  *calls({ before, after }) {
    if (before !== undefined || after === undefined) return;
    yield { message: `${routeText(after)} is new`, after: primaryAddress(after) };
  },
});
