import { bodyPair, inputPairs } from "../pairs/inputs.js";
import { defineRule, WIDENS } from "../rule.js";

export const parameterOptional = defineRule({
  id: "parameter-optional",
  purpose:
    "A header, another parameter, an argument or the body may be missing that had to be there.",
  why: "Who reads it has to cope without it. Who sends it may go on to do so.",
  levels: WIDENS,
  sentWith: "request",
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
});
