/** A member must be there that could be missing before, or is new. */

import { refusesMember } from "../facts/closed.js";
import { isDeclared } from "../pairs/member.js";
import { NARROWS, REPLACES, type Rule } from "../rule.js";

export const requiredAdded: Rule = {
  id: "required-added",
  purpose: "A member must be there that could be missing before, or is new.",
  levels: NARROWS,
  *members({ name, before, after, isByVisibility, object }) {
    if (isByVisibility || after?.property.required === undefined) return;
    if (before?.property.required !== undefined) return;
    if (before !== undefined || !isDeclared(after)) {
      yield { message: `${name} is required now`, before: before?.at, after: after.at };
      return;
    }
    const wasRefused = refusesMember(object.before, name);
    yield {
      message: `${name} is new, and required${wasRefused ? "; it was refused before" : ""}`,
      after: after.at,
      // Whoever reads a closed object as it was refuses the member.
      ...(wasRefused ? { levels: REPLACES } : {}),
    };
  },
};
