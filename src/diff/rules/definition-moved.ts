/** A file or a named schema has another place; its content is compared all the same. */

import { SAFE, type Rule } from "../rule.js";

export const definitionMoved: Rule = {
  id: "definition-moved",
  purpose: "A file or a named schema has another place; its content is compared all the same.",
  levels: SAFE,
  *definitions({ before, after }) {
    if (before === undefined || after === undefined) return;
    yield {
      message: `moved from ${before.address} to ${after.address}`,
      before: before.at,
      after: after.at,
    };
  },
};
