/** A header, another parameter or an argument must be there that could be missing. */

import { inputPairs } from "../inputs.js";
import { NARROWS, type Rule } from "../rule.js";

export const parameterRequired: Rule = {
  id: "parameter-required",
  purpose: "A header, another parameter or an argument must be there that could be missing.",
  levels: NARROWS,
  sentWith: "call",
  *calls(pair) {
    for (const { name, before, after, at } of inputPairs(pair)) {
      if (before === undefined || after === undefined) continue;
      if (!before.required && after.required)
        yield { message: `${name} is required now`, before: at.before, after: at.after };
    }
    const [from, to] = [pair.before?.body, pair.after?.body];
    if (from === undefined || to === undefined) return;
    if (!from.required && to.required)
      yield {
        message: "the body is required now",
        before: pair.before?.at.rest,
        after: pair.after?.at.rest,
      };
  },
};
