import { defineRule } from "../rule.js";

export const capabilityRemoved = defineRule({
  id: "capability-removed",
  purpose: "A root capability was removed.",
  why: "In the new version, a platform finds no business that serves it. A business may continue to serve the old version.",
  levels: { platform: "breaking", business: "dangerous" },
  *capabilities({ before, after }) {
    if (before === undefined || after !== undefined) return;
    if (before.extends.length > 0) return;
    yield { message: `${before.name} is gone`, before: before.at };
  },
});
