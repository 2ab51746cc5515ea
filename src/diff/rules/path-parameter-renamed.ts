import { inputPairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const pathParameterRenamed = defineRule({
  id: "path-parameter-renamed",
  purpose: "A path parameter was renamed; requests do not change.",
  why: "No request changes. Generated clients and handlers use the parameter's name: generate again, and the compiler shows where the old name is used.",
  // Generated clients and handlers have the name; requests do not.
  levels: { platform: "dangerous", business: "dangerous" },
  *calls(pair) {
    for (const { before, after } of inputPairs(pair)) {
      if (before?.in !== "path" || after?.in !== "path" || before.name === after.name) continue;
      yield {
        message: `{${before.name}} of the path is called {${after.name}} now`,
        before: before.at,
        after: after.at,
      };
    }
  },
});
