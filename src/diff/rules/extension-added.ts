/** An extension is new. */

import { type Rule } from "../rule.js";

export const extensionAdded: Rule = {
  id: "extension-added",
  purpose: "An extension is new.",
  levels: { platform: "safe", business: "safe" },
  *capabilities({ before, after }) {
    if (after === undefined || before !== undefined) return;
    if (after.extends.length === 0) return;
    yield { message: `${after.name} is new`, after: after.at };
  },
};
