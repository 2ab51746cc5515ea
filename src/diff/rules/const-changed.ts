import { constChange, listAt } from "../facts/literals.js";
import { defineRule, NARROWS, REPLACES, WIDENS_MILDLY } from "../rule.js";
import { list, typesText } from "../facts/text.js";

export const constChanged = defineRule({
  id: "const-changed",
  purpose: "The only allowed value was changed, added or removed.",
  why: "A new constant refuses all other values. After a change, the two sides disagree. Without a constant, readers may receive other values.",
  example: { before: { const: "a" }, after: { const: "b" } },
  levels: REPLACES,
  *values(pair) {
    const change = constChange(pair);
    if (change === undefined) return;
    const { before, after } = pair;
    const levels = { narrows: NARROWS, widens: WIDENS_MILDLY, replaces: REPLACES }[change];
    const from =
      before.literals === undefined
        ? `any ${typesText(before.types, "value")}`
        : list(before.literals);
    const to =
      after.literals === undefined
        ? `any ${typesText(after.types, "value")}`
        : list(after.literals);
    yield {
      message: `was ${from} and is ${to}`,
      before: listAt(before),
      after: listAt(after),
      levels,
    };
  },
});
