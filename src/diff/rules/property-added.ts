/** A member is new, and optional. */

import { refusesMember } from "../facts/closed.js";
import { SAFE, WIDENS, type Rule } from "../rule.js";

export const propertyAdded: Rule = {
  id: "property-added",
  purpose: "A member is new, and optional.",
  levels: SAFE,
  *members({ name, before, after, isByVisibility, object }) {
    if (isByVisibility || before !== undefined || after === undefined) return;
    if (after.property.required !== undefined) return;
    const wasRefused = refusesMember(object.before, name);
    yield {
      message: wasRefused ? `${name} is new; it was refused before` : `${name} is new`,
      after: after.at,
      // Whoever reads a closed object as it was refuses the member.
      ...(wasRefused ? { levels: WIDENS } : {}),
    };
  },
};
