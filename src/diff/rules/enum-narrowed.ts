/** A list of allowed or known values has fewer of them. */

import { constChange, listAt } from "../literals.js";
import { NARROWS, SAFE, type Rule } from "../rule.js";
import { list, without } from "../text.js";

export const enumNarrowed: Rule = {
  id: "enum-narrowed",
  purpose: "A list of allowed or known values has fewer of them.",
  levels: NARROWS,
  *values(pair) {
    const { before, after } = pair;
    const isOpen = before.known !== undefined && after.known !== undefined;
    const from = isOpen ? before.known : before.literals;
    const to = isOpen ? after.known : after.literals;
    if (from === undefined || to === undefined || constChange(pair) !== undefined) return;
    const gone = without(from, to);
    if (gone.length === 0) return;
    yield {
      message: isOpen ? `${list(gone)} is not named any more` : `${list(gone)} is refused now`,
      before: listAt(before),
      after: listAt(after),
      ...(isOpen ? { levels: SAFE } : {}),
    };
  },
};
