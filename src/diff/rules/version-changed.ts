import { childAddress } from "../pairs/member.js";
import { defineRule } from "../rule.js";

export const versionChanged = defineRule({
  id: "version-changed",
  purpose: "A capability has another version.",
  why: "That is the purpose of a release. Other rules report the differences.",
  levels: { platform: "safe", business: "safe" },
  *capabilities({ before, after }) {
    if (before?.version === undefined || after?.version === undefined) return;
    if (before.version === after.version) return;
    yield {
      message: `the version was ${before.version} and is ${after.version}`,
      before: childAddress(before.at, "version"),
      after: childAddress(after.at, "version"),
    };
  },
});
