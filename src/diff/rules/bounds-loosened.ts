/** A bound of a number, length or count allows more. */

import { boundChanges } from "../facts/bounds.js";
import { WIDENS_MILDLY, type Rule } from "../rule.js";

export const boundsLoosened: Rule = {
  id: "bounds-loosened",
  purpose: "A bound of a number, length or count allows more.",
  levels: WIDENS_MILDLY,
  *values(pair) {
    for (const { what, from, to, isTighter, before, after } of boundChanges(pair))
      if (!isTighter) yield { message: `the ${what} was ${from} and is ${to}`, before, after };
  },
};
