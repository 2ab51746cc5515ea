/** A capability that stands by itself is new. */

import { type Rule } from "../rule.js";

export const capabilityAdded: Rule = {
  id: "capability-added",
  purpose: "A capability that stands by itself is new.",
  levels: { platform: "safe", business: "safe" },
  *capabilities({ before, after }) {
    if (after === undefined || before !== undefined) return;
    if (after.extends.length > 0) return;
    yield { message: `${after.name} is new`, after: after.at };
  },
};
