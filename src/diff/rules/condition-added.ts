/** More is demanded of a value: by not, if, a dependency, contains or the names of its members. */

import { conditionChange } from "../facts/conditions.js";
import { NARROWS, WIDENS_MILDLY, type Rule } from "../rule.js";

export const conditionAdded: Rule = {
  id: "condition-added",
  purpose:
    "More is demanded of a value: by not, if, a dependency, contains or the names of its members.",
  levels: NARROWS,
  *values(pair) {
    for (const { text, allows, at } of conditionChange(pair).added)
      yield {
        message: `now: ${text}`,
        before: pair.before.at,
        after: at,
        ...(allows === true ? { levels: WIDENS_MILDLY } : {}),
      };
  },
};
