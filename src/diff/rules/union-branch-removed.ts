/** A value may not be one of its alternatives any more. */

import { branchText } from "../branch-text.js";
import { matchBranches } from "../branches.js";
import { NARROWS, type Rule } from "../rule.js";

export const unionBranchRemoved: Rule = {
  id: "union-branch-removed",
  purpose: "A value may not be one of its alternatives any more.",
  levels: NARROWS,
  *values({ before, after }) {
    if (before.branches === undefined || after.branches === undefined) return;
    const sides = { before: before.seen, after: after.seen };
    const { removed } = matchBranches(sides, before.branches, after.branches);
    for (const branch of removed)
      yield {
        message: `${branchText(before.seen, branch)} is no alternative any more`,
        before: branch.origin,
        after: after.at,
      };
  },
};
