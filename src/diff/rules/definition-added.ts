/** A named schema is new that nothing leads to. */

import { SAFE, type Rule } from "../rule.js";

export const definitionAdded: Rule = {
  id: "definition-added",
  purpose: "A named schema is new that nothing leads to.",
  levels: SAFE,
  *definitions({ before, after }) {
    if (before !== undefined || after === undefined) return;
    yield { message: `${after.address} is new`, after: after.at };
  },
};
