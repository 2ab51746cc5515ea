import { bodyPair, inputPairs } from "../pairs/inputs.js";
import { defineRule, LOSES } from "../rule.js";

export const parameterRemoved = defineRule({
  id: "parameter-removed",
  purpose: "A header, another parameter, an argument or the body was removed.",
  why: "Readers no longer receive it. If it is still sent, it may be ignored or refused.",
  levels: LOSES,
  sentWith: "request",
  *calls(pair) {
    for (const { name, before, after } of [
      ...inputPairs(pair),
      { name: "the body", ...bodyPair(pair) },
    ])
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: before.at };
  },
});
