/** A header, another parameter, an argument or the body may be missing that had to be there. */

import { bodyPair, inputPairs } from "../pairs/inputs.js";
import { WIDENS, type Rule } from "../rule.js";

export const parameterOptional: Rule = {
  id: "parameter-optional",
  purpose:
    "A header, another parameter, an argument or the body may be missing that had to be there.",
  levels: WIDENS,
  sentWith: "call",
  *calls(pair) {
    for (const { name, before, after } of [
      ...inputPairs(pair),
      { name: "the body", ...bodyPair(pair) },
    ]) {
      if (before === undefined || after === undefined) continue;
      if (before.required && !after.required)
        yield { message: `${name} is optional now`, before: before.at, after: after.at };
    }
  },
};
