/** An object refuses members that it does not name. */

import { closingAt, isClosed } from "../facts/closed.js";
import { NARROWS, type Rule } from "../rule.js";

export const additionalPropertiesClosed: Rule = {
  id: "additional-properties-closed",
  purpose: "An object refuses members that it does not name.",
  levels: NARROWS,
  *values({ before, after }) {
    if (!isClosed(after.node) || isClosed(before.node)) return;
    yield {
      message: "refuses members that it does not name now",
      before: closingAt(before),
      after: closingAt(after),
    };
  },
};
