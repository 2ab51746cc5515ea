/** A capability has another version. */

import { inside } from "../pairs/member.js";
import { type Rule } from "../rule.js";

export const versionChanged: Rule = {
  id: "version-changed",
  purpose: "A capability has another version.",
  levels: { platform: "safe", business: "safe" },
  *capabilities({ before, after }) {
    if (before?.version === undefined || after?.version === undefined) return;
    if (before.version === after.version) return;
    yield {
      message: `the version was ${before.version} and is ${after.version}`,
      before: inside(before.at, "version"),
      after: inside(after.at, "version"),
    };
  },
};
