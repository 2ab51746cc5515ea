import { inputPairs } from "../pairs/inputs.js";
import { defineRule } from "../rule.js";

export const pathParameterRenamed = defineRule({
  id: "path-parameter-renamed",
  purpose: "A parameter of a path has another name; requests are as they were.",
  why: "No request is another one. A generated client is called with the parameter's name, and a handler is given it: generate anew, and the compiler shows where the old name stands.",
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
