/** A list of allowed or known values has more of them. */

import { constChange, listAt } from "../facts/literals.js";
import { SAFE, WIDENS_MILDLY, type Rule } from "../rule.js";
import { listIs, without } from "../facts/text.js";

export const enumWidened: Rule = {
  id: "enum-widened",
  purpose: "A list of allowed or known values has more of them.",
  levels: WIDENS_MILDLY,
  *values(pair) {
    const { before, after } = pair;
    const isOpen = before.known !== undefined && after.known !== undefined;
    const from = isOpen ? before.known : before.literals;
    const to = isOpen ? after.known : after.literals;
    if (from === undefined || to === undefined || constChange(pair) !== undefined) return;
    // That null comes or goes is said by rules of its own.
    const added = without(to, from).filter((value) => value !== null);
    if (added.length === 0) return;
    yield {
      message: `${listIs(added)} ${isOpen ? "known" : "allowed"} now`,
      before: listAt(before),
      after: listAt(after),
      // Who reads an open list expects others.
      ...(isOpen ? { levels: SAFE } : {}),
    };
  },
};
