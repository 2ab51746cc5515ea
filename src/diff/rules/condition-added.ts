import { conditionChange } from "../facts/conditions.js";
import { overlapsOf } from "../facts/exclusive.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, SAFE, WIDENS_MILDLY } from "../rule.js";

export const conditionAdded = defineRule({
  id: "condition-added",
  purpose:
    "A value must meet an additional condition: not, if, a dependency, contains, the names of its members, or oneOf that refuses what matches twice.",
  why: "Values that do not meet it are refused. A changed condition is reported as one removed and one added. Where alternatives of oneOf share values, give each a member with a constant of its own, or write anyOf.",
  example: { before: OBJECT_SCHEMA, after: { ...OBJECT_SCHEMA, dependentRequired: { a: ["b"] } } },
  levels: NARROWS,
  *values(pair) {
    for (const { text, effect, at } of conditionChange(pair).added)
      yield {
        message: `now: ${text}`,
        before: pair.before.at,
        after: at,
        levels: effect && (effect === "allows" ? WIDENS_MILDLY : SAFE),
      };
  },
  *choices(pair) {
    for (const { text, at, isCertain } of overlapsOf(pair, "after"))
      yield {
        message: `now: ${text}`,
        before: pair.before.at,
        after: at,
        levels: isCertain ? undefined : { sender: "dangerous", reader: "safe" },
      };
  },
});
