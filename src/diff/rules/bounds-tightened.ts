import { boundChanges } from "../facts/bounds.js";
import { defineRule, NARROWS } from "../rule.js";

export const boundsTightened = defineRule({
  id: "bounds-tightened",
  purpose: "A bound of a number, length or count allows less.",
  why: "Values outside it are refused. Bounds are compared by what they allow: for an integer, more than 0 is the same as at least 1.",
  example: {
    before: { type: "integer", minimum: 0 },
    after: { type: "integer", exclusiveMinimum: 0 },
  },
  levels: NARROWS,
  *values(pair) {
    for (const { what, from, to, isTighter, before, after } of boundChanges(pair))
      if (isTighter) yield { message: `the ${what} was ${from} and is ${to}`, before, after };
  },
});
