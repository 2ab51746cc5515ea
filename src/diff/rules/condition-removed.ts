import { conditionChange } from "../facts/conditions.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, SAFE, WIDENS_MILDLY } from "../rule.js";

export const conditionRemoved = defineRule({
  id: "condition-removed",
  purpose:
    "A value need not meet a condition any more: not, if, a dependency, contains or the names of its members.",
  why: "Readers may receive values that were refused before.",
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
