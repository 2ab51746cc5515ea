import { defineRule } from "../rule.js";

export const capabilityRemoved = defineRule({
  id: "capability-removed",
  purpose: "A capability that stands by itself is gone.",
  why: "A platform finds no business that answers it in the new version. A business may go on to serve the old one.",
  levels: { platform: "breaking", business: "dangerous" },
  *capabilities({ before, after }) {
    if (before === undefined || after !== undefined) return;
    if (before.extends.length > 0) return;
    yield { message: `${before.name} is gone`, before: before.at };
  },
});
