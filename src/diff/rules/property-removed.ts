/** A member is gone. */

import { refusesMember } from "../facts/closed.js";
import { isDeclared } from "../pairs/member.js";
import { LOSES, REPLACES, type Rule } from "../rule.js";

export const propertyRemoved: Rule = {
  id: "property-removed",
  purpose: "A member is gone.",
  levels: LOSES,
  *members({ name, before, after, isByVisibility, object }) {
    if (isByVisibility || before === undefined || after !== undefined) return;
    // What was required and not declared is only no longer required.
    if (!isDeclared(before)) return;
    const isRefused = refusesMember(object.after, name);
    yield {
      message: isRefused ? `${name} is gone, and refused now` : `${name} is gone`,
      before: before.at,
      ...(isRefused ? { levels: REPLACES } : {}),
    };
  },
};
