/** A member must be there that could be missing before, or is new. */

import { NARROWS, type Rule } from "../rule.js";

export const requiredAdded: Rule = {
  id: "required-added",
  purpose: "A member must be there that could be missing before, or is new.",
  levels: NARROWS,
  *members({ name, before, after, isByVisibility }) {
    if (isByVisibility || after?.property.required === undefined) return;
    if (before?.property.required !== undefined) return;
    const message =
      before === undefined ? `${name} is new, and required` : `${name} is required now`;
    yield { message, before: before?.at, after: after.at };
  },
};
