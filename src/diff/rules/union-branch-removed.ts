import { branchText } from "../facts/branch-text.js";
import { isNull } from "../normal/normal-union.js";
import { matchBranches } from "../pairs/branches.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, TEXT_SCHEMA } from "../rule.js";

export const unionBranchRemoved = defineRule({
  id: "union-branch-removed",
  purpose: "A value may no longer match one of its alternatives.",
  why: "Its values are refused. If another alternative accepts all of them, the lost members are reported instead.",
  example: {
    before: { anyOf: [OBJECT_SCHEMA, { type: "array" }, TEXT_SCHEMA] },
    after: { anyOf: [OBJECT_SCHEMA, { type: "array" }] },
  },
  levels: NARROWS,
  *choices({ before, after, acceptsAll }) {
    if (before.branches === undefined || after.branches === undefined) return;
    const sides = { before: before.context, after: after.context };
    const { removed } = matchBranches(sides, {
      before: before.branches,
      after: after.branches,
    });
    for (const branch of removed) {
      // Null has rules of its own; another alternative accepts all of its values.
      if (isNull(branch) || after.branches.some((each) => acceptsAll(branch, each))) continue;
      yield {
        message: `${branchText(before.context, branch)} is no alternative any more`,
        before: branch.origin,
        after: after.at,
      };
    }
  },
});
