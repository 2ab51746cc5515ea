/** Less is demanded of a value: by not, if, a dependency, contains or the names of its members. */

import { conditionChange } from "../facts/conditions.js";
import { NARROWS, SAFE, WIDENS_MILDLY, type Rule } from "../rule.js";

export const conditionRemoved: Rule = {
  id: "condition-removed",
  purpose:
    "Less is demanded of a value: by not, if, a dependency, contains or the names of its members.",
  levels: WIDENS_MILDLY,
  *values(pair) {
    for (const { text, effect, at } of conditionChange(pair).gone)
      yield {
        message: `no longer: ${text}`,
        before: at,
        after: pair.after.at,
        ...(effect === undefined ? {} : { levels: effect === "allows" ? NARROWS : SAFE }),
      };
  },
};
