/** A bound of a number, length or count allows less. */

import { boundChanges } from "../facts/bounds.js";
import { NARROWS, type Rule } from "../rule.js";

export const boundsTightened: Rule = {
  id: "bounds-tightened",
  purpose: "A bound of a number, length or count allows less.",
  levels: NARROWS,
  *values(pair) {
    for (const { what, from, to, isTighter, before, after } of boundChanges(pair))
      if (isTighter) yield { message: `the ${what} was ${from} and is ${to}`, before, after };
  },
};
