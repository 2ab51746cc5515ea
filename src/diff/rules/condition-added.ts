import { conditionChange } from "../facts/conditions.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, SAFE, WIDENS_MILDLY } from "../rule.js";

export const conditionAdded = defineRule({
  id: "condition-added",
  purpose:
    "A value must meet an additional condition: not, if, a dependency, contains or the names of its members.",
  why: "Values that do not meet it are refused. A changed condition is reported as one removed and one added.",
  example: { before: OBJECT_SCHEMA, after: { ...OBJECT_SCHEMA, dependentRequired: { a: ["b"] } } },
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
});
