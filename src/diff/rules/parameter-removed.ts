/** A header, another parameter, an argument or the body is gone. */

import { bodyPair, inputPairs } from "../pairs/inputs.js";
import { LOSES, type Rule } from "../rule.js";

export const parameterRemoved: Rule = {
  id: "parameter-removed",
  purpose: "A header, another parameter, an argument or the body is gone.",
  levels: LOSES,
  sentWith: "call",
  *calls(pair) {
    for (const { name, before, after } of [
      ...inputPairs(pair),
      { name: "the body", ...bodyPair(pair) },
    ])
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
};
