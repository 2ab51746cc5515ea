import { branchText } from "../facts/branch-text.js";
import { isNull } from "../normal/normal-union.js";
import { matchBranches } from "../pairs/branches.js";
import { defineRule, OBJECT_SCHEMA, TEXT_SCHEMA, WIDENS_MILDLY } from "../rule.js";

export const unionBranchAdded = defineRule({
  id: "union-branch-added",
  purpose: "A value may match one more alternative.",
  why: "Readers may receive an alternative without a case for it. An alternative whose values another one already accepts is not reported.",
  example: {
    before: { anyOf: [OBJECT_SCHEMA, { type: "array" }] },
    after: { anyOf: [OBJECT_SCHEMA, { type: "array" }, TEXT_SCHEMA] },
  },
  levels: WIDENS_MILDLY,
  *choices({ before, after, addsNoValues }) {
    if (before.branches === undefined || after.branches === undefined) return;
    const sides = { before: before.context, after: after.context };
    const { added } = matchBranches(sides, {
      before: before.branches,
      after: after.branches,
    });
    for (const branch of added) {
      // Null has rules of its own; another alternative accepts all of its values.
      if (isNull(branch) || before.branches.some((each) => addsNoValues(each, branch))) continue;
      yield {
        message: `${branchText(after.context, branch)} is one more alternative`,
        before: before.at,
        after: branch.origin,
      };
    }
  },
});
