/** A capability that stands by itself is gone. */

import { type Rule } from "../rule.js";

export const capabilityRemoved: Rule = {
  id: "capability-removed",
  purpose: "A capability that stands by itself is gone.",
  levels: { platform: "breaking", business: "dangerous" },
  *capabilities({ before, after }) {
    if (before === undefined || after !== undefined) return;
    if (before.extends.length > 0) return;
    yield { message: `${before.name} is gone`, before: before.at };
  },
};
