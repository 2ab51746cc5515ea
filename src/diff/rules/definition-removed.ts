import { defineRule } from "../rule.js";

export const definitionRemoved = defineRule({
  id: "definition-removed",
  purpose: "A named schema is gone that nothing led to.",
  why: "No payload had it. Extensions of others that refer to it do not load any more.",
  levels: { platform: "dangerous", business: "dangerous" },
  *definitions({ before, after }) {
    if (before === undefined || after !== undefined) return;
    yield { message: `${before.address} is gone`, before: before.at };
  },
});
