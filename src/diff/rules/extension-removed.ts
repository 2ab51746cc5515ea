import { defineRule } from "../rule.js";

export const extensionRemoved = defineRule({
  id: "extension-removed",
  purpose: "An extension was removed, with the members that it added.",
  why: "A platform that reads its members no longer receives them. They are not reported one by one.",
  levels: { platform: "breaking", business: "dangerous" },
  *capabilities({ before, after }) {
    if (before === undefined || after !== undefined) return;
    if (before.extends.length === 0) return;
    yield { message: `${before.name} is gone`, before: before.at };
  },
});
