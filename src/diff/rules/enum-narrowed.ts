import { constChange, listAt } from "../facts/literals.js";
import { defineRule, NARROWS, SAFE } from "../rule.js";
import { listIs, without } from "../facts/text.js";

export const enumNarrowed = defineRule({
  id: "enum-narrowed",
  purpose: "A list of allowed or known values lost some of them.",
  why: "The removed values are refused. In an open list, which allows other values anyway, that is safe.",
  example: { before: { enum: ["a", "b"] }, after: { enum: ["a"] } },
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    const isOpen = before.openEnum !== undefined && after.openEnum !== undefined;
    const from = isOpen ? before.openEnum : before.literals;
    const to = isOpen ? after.openEnum : after.literals;
    if (from === undefined || to === undefined || constChange(pair) !== undefined) return;
    // Null has rules of its own.
    const gone = without(from, to).filter((value) => value !== null);
    if (gone.length === 0) return;
    yield {
      message: `${listIs(gone)} ${isOpen ? "not named any more" : "refused now"}`,
      before: listAt(before),
      after: listAt(after),
      levels: isOpen ? SAFE : undefined,
    };
  },
});
