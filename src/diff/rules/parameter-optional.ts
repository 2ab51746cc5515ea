/** A header, another parameter or an argument may be missing that had to be there. */

import { inputPairs } from "../inputs.js";
import { WIDENS, type Rule } from "../rule.js";

export const parameterOptional: Rule = {
  id: "parameter-optional",
  purpose: "A header, another parameter or an argument may be missing that had to be there.",
  levels: WIDENS,
  sentWith: "call",
  *calls(pair) {
    for (const { name, before, after, at } of inputPairs(pair)) {
      if (before === undefined || after === undefined) continue;
      if (before.required && !after.required)
        yield { message: `${name} is optional now`, before: at.before, after: at.after };
    }
    const [from, to] = [pair.before?.body, pair.after?.body];
    if (from === undefined || to === undefined) return;
    if (from.required && !to.required)
      yield {
        message: "the body is optional now",
        before: pair.before?.at.rest,
        after: pair.after?.at.rest,
      };
  },
};
