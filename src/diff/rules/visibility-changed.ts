/** A member is shown, hidden, required or optional in an operation, since its annotation says so. */

import { REPLACES, type Rule } from "../rule.js";
import { isCarriedOut } from "../facts/transition.js";
import { refusalText, visibilityLevels, visibilityText } from "../facts/visibility.js";

export const visibilityChanged: Rule = {
  id: "visibility-changed",
  purpose:
    "A member is shown, hidden, required or optional in an operation, since its annotation says so.",
  levels: REPLACES,
  *members(pair) {
    const { name, before, after, said, isByVisibility } = pair;
    if (!isByVisibility || isCarriedOut(pair)) return;
    const from = visibilityText(before);
    const to = visibilityText(after);
    if (from === to) return;
    yield {
      message: `${name} was ${from} and is ${to} here${refusalText(pair)}`,
      before: before?.at ?? said.before?.at,
      after: after?.at ?? said.after?.at,
      levels: visibilityLevels(pair),
    };
  },
};
