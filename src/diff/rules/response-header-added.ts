import { headerPairs } from "../pairs/inputs.js";
import { defineRule, NARROWS, SAFE } from "../rule.js";

export const responseHeaderAdded = defineRule({
  id: "response-header-added",
  purpose: "A response has an additional header.",
  why: "Callers may ignore it. If it is required, servers must send it.",
  levels: SAFE,
  sentWith: "response",
  *calls(pair) {
    for (const { name, before, after } of headerPairs(pair)) {
      if (before !== undefined || after === undefined) continue;
      const message = after.required ? `${name} is new, and required` : `${name} is new`;
      // Responses have to include it from now on.
      yield { message, after: after.at, levels: after.required ? NARROWS : undefined };
    }
  },
});
