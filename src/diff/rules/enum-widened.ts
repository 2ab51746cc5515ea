import { constChange, listAt } from "../facts/literals.js";
import { defineRule, SAFE, WIDENS_MILDLY } from "../rule.js";
import { listIs, without } from "../facts/text.js";

export const enumWidened = defineRule({
  id: "enum-widened",
  purpose: "A list of allowed or known values gained some.",
  why: "Readers may receive a value without a case for it. In an open list that is expected, and safe.",
  example: { before: { enum: ["a", "b"] }, after: { enum: ["a", "b", "c"] } },
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { before, after } = pair;
    const isOpen = before.openEnum !== undefined && after.openEnum !== undefined;
    const from = isOpen ? before.openEnum : before.literals;
    const to = isOpen ? after.openEnum : after.literals;
    if (from === undefined || to === undefined || constChange(pair) !== undefined) return;
    // Null has rules of its own.
    const added = without(to, from).filter((value) => value !== null);
    if (added.length === 0) return;
    yield {
      message: `${listIs(added)} ${isOpen ? "known" : "allowed"} now`,
      before: listAt(before),
      after: listAt(after),
      // Readers of an open list expect other values.
      levels: isOpen ? SAFE : undefined,
    };
  },
});
