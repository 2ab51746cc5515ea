import { defineRule, SAFE } from "../rule.js";

export const definitionMoved = defineRule({
  id: "definition-moved",
  purpose: "A file or a named schema has another place; its content is compared all the same.",
  why: "Payloads do not show it. Schemas of others that refer to the old place have to be changed.",
  levels: SAFE,
  *definitions({ before, after }) {
    if (before === undefined || after === undefined) return;
    yield {
      message: `moved from ${before.address} to ${after.address}`,
      before: before.at,
      after: after.at,
    };
  },
});
