/** More is demanded of a value: by not, if, a dependency, contains or the names of its members. */

import { conditionChange } from "../facts/conditions.js";
import { NARROWS, SAFE, WIDENS_MILDLY, type Rule } from "../rule.js";

export const conditionAdded: Rule = {
  id: "condition-added",
  purpose:
    "More is demanded of a value: by not, if, a dependency, contains or the names of its members.",
  levels: NARROWS,
  *values(pair) {
    for (const { text, effect, at } of conditionChange(pair).added)
      yield {
        message: `now: ${text}`,
        before: pair.before.at,
        after: at,
        ...(effect === undefined ? {} : { levels: effect === "allows" ? WIDENS_MILDLY : SAFE }),
      };
  },
};
