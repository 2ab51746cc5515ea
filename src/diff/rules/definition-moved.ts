import { defineRule, SAFE } from "../rule.js";

export const definitionMoved = defineRule({
  id: "definition-moved",
  purpose: "A file or a named schema moved; its content is still compared.",
  why: "Payloads do not change. Other parties' schemas that refer to the old location must be updated.",
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
