import { conditionChange } from "../facts/conditions.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, SAFE, WIDENS_MILDLY } from "../rule.js";

export const conditionRemoved = defineRule({
  id: "condition-removed",
  purpose:
    "Less is demanded of a value: by not, if, a dependency, contains or the names of its members.",
  why: "Who reads it may meet values that were refused.",
  example: { before: { ...OBJECT_SCHEMA, dependentRequired: { a: ["b"] } }, after: OBJECT_SCHEMA },
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
});
