/** A member's visibility is announced to change. */

import { SAFE, type Rule } from "../rule.js";
import { isAnnounced } from "../facts/transition.js";

export const transitionAnnounced: Rule = {
  id: "transition-announced",
  purpose: "A member's visibility is announced to change.",
  levels: SAFE,
  *members(pair) {
    if (!isAnnounced(pair)) return;
    const { name, said } = pair;
    yield {
      message: `${name} is ${said.after?.annotation?.visibility ?? "there"} and will be ${said.after?.to ?? "other"}`,
      before: said.before?.at,
      after: said.after?.at,
    };
  },
};
