import { boundChanges } from "../facts/bounds.js";
import { defineRule, WIDENS_MILDLY } from "../rule.js";

export const boundsLoosened = defineRule({
  id: "bounds-loosened",
  purpose: "A bound of a number, length or count allows more.",
  why: "Readers may receive values that were refused before. Check columns and buffers of the old size.",
  example: { before: { type: "string", maxLength: 5 }, after: { type: "string", maxLength: 9 } },
  levels: WIDENS_MILDLY,
  *values(pair) {
    for (const { what, from, to, isTighter, before, after } of boundChanges(pair))
      if (!isTighter) yield { message: `the ${what} was ${from} and is ${to}`, before, after };
  },
});
