/** An object takes members that it does not name, where it refused them. */

import { closingAt, isClosed } from "../facts/closed.js";
import { WIDENS_MILDLY, type Rule } from "../rule.js";

export const additionalPropertiesOpened: Rule = {
  id: "additional-properties-opened",
  purpose: "An object takes members that it does not name, where it refused them.",
  levels: WIDENS_MILDLY,
  *values({ before, after }) {
    if (!isClosed(before.node) || isClosed(after.node)) return;
    yield {
      message: "takes members that it does not name now",
      before: closingAt(before),
      after: closingAt(after),
    };
  },
};
