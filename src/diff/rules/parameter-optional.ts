import { bodyPair, inputPairs } from "../pairs/inputs.js";
import { defineRule, WIDENS } from "../rule.js";

export const parameterOptional = defineRule({
  id: "parameter-optional",
  purpose: "A required header, other parameter, argument or body became optional.",
  why: "Readers must cope without it. Senders may continue to send it.",
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
