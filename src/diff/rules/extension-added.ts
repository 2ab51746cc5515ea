import { defineRule } from "../rule.js";

export const extensionAdded = defineRule({
  id: "extension-added",
  purpose: "An extension is new.",
  why: "It is active only if both sides declare it, so nobody else receives its members.",
  levels: { platform: "safe", business: "safe" },
  *capabilities({ before, after }) {
    if (after === undefined || before !== undefined) return;
    if (after.extends.length === 0) return;
    yield { message: `${after.name} is new`, after: after.at };
  },
});
