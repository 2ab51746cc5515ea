import { bodyPair, inputPairs } from "../pairs/inputs.js";
import { defineRule, NARROWS } from "../rule.js";

export const parameterRequired = defineRule({
  id: "parameter-required",
  purpose: "An optional header, other parameter, argument or body became required.",
  why: "Calls without it are refused. Send it before the new version is used.",
  levels: NARROWS,
  sentWith: "request",
  *calls(pair) {
    for (const { name, before, after } of [
      ...inputPairs(pair),
      { name: "the body", ...bodyPair(pair) },
    ]) {
      if (before === undefined || after === undefined) continue;
      if (!before.required && after.required)
        yield { message: `${name} is required now`, before: before.at, after: after.at };
    }
  },
});
