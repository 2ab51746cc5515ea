import { defineRule } from "../rule.js";

export const capabilityAdded = defineRule({
  id: "capability-added",
  purpose: "A root capability is new.",
  why: "Nobody has to declare it. Its schemas are not compared with anything.",
  levels: { platform: "safe", business: "safe" },
  *capabilities({ before, after }) {
    if (after === undefined || before !== undefined) return;
    if (after.extends.length > 0) return;
    yield { message: `${after.name} is new`, after: after.at };
  },
});
