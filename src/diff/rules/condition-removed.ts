import { conditionChange } from "../facts/conditions.js";
import { overlapsOf } from "../facts/exclusive.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, SAFE, WIDENS_MILDLY } from "../rule.js";

export const conditionRemoved = defineRule({
  id: "condition-removed",
  purpose:
    "A value need not meet a condition any more: not, if, a dependency, contains, the names of its members, or oneOf that refused what matched twice.",
  why: "Readers may receive values that were refused before.",
  example: { before: { ...OBJECT_SCHEMA, dependentRequired: { a: ["b"] } }, after: OBJECT_SCHEMA },
  levels: WIDENS_MILDLY,
  *values(pair) {
    for (const { text, effect, at } of conditionChange(pair).gone)
      yield {
        message: `no longer: ${text}`,
        before: at,
        after: pair.after.at,
        levels: effect && (effect === "allows" ? NARROWS : SAFE),
      };
  },
  *choices(pair) {
    for (const { text, at } of overlapsOf(pair, "before"))
      yield { message: `no longer: ${text}`, before: at, after: pair.after.at };
  },
});
