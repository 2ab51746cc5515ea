/** A member's visibility changed as it was announced to. */

import { REPLACES, type Rule } from "../rule.js";
import { isCarriedOut } from "../facts/transition.js";
import { refusalText, visibilityLevels, visibilityText } from "../facts/visibility.js";

export const transitionCarriedOut: Rule = {
  id: "transition-carried-out",
  purpose: "A member's visibility changed as it was announced to.",
  levels: REPLACES,
  *members(pair) {
    if (!isCarriedOut(pair)) return;
    const { name, before, after, said } = pair;
    yield {
      message: `${name} was ${visibilityText(before)} and is ${visibilityText(after)}${refusalText(pair)}, as announced`,
      before: said.before?.at,
      after: said.after?.at,
      levels: visibilityLevels(pair),
    };
  },
};
