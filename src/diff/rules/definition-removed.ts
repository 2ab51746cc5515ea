/** A named schema is gone that nothing led to. */

import { type Rule } from "../rule.js";

export const definitionRemoved: Rule = {
  id: "definition-removed",
  purpose: "A named schema is gone that nothing led to.",
  levels: { platform: "dangerous", business: "dangerous" },
  *definitions({ before, after }) {
    if (before === undefined || after !== undefined) return;
    yield { message: `${before.address} is gone`, before: before.at };
  },
};
