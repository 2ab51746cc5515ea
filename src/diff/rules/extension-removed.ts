/** An extension is gone, with the members that it added. */

import { type Rule } from "../rule.js";

export const extensionRemoved: Rule = {
  id: "extension-removed",
  purpose: "An extension is gone, with the members that it added.",
  levels: { platform: "breaking", business: "dangerous" },
  *capabilities({ before, after }) {
    if (before === undefined || after !== undefined) return;
    if (before.extends.length === 0) return;
    yield { message: `${before.name} is gone`, before: before.at };
  },
};
