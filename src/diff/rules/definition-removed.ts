import { defineRule } from "../rule.js";

export const definitionRemoved = defineRule({
  id: "definition-removed",
  purpose: "A named schema that nothing referred to was removed.",
  why: "No payload used it. Other parties' extensions that refer to it no longer load.",
  levels: { platform: "dangerous", business: "dangerous" },
  *definitions({ before, after }) {
    if (before === undefined || after !== undefined) return;
    yield { message: `${before.address} is gone`, before: before.at };
  },
});
