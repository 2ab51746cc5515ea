/** A member may be missing that had to be there. */

import { isDeclared } from "../pairs/member.js";
import { WIDENS, type Rule } from "../rule.js";

export const requiredRemoved: Rule = {
  id: "required-removed",
  purpose: "A member may be missing that had to be there.",
  levels: WIDENS,
  *members({ name, before, after, isByVisibility }) {
    if (isByVisibility || before?.property.required === undefined) return;
    if (after === undefined ? isDeclared(before) : after.property.required !== undefined) return;
    yield { message: `${name} is optional now`, before: before.at, after: after?.at };
  },
};
