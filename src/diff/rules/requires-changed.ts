import { equalJson } from "@proto-gen/runtime/json";
import { childAddress } from "../pairs/member.js";
import { defineRule, SAFE_FOR_ROLES } from "../rule.js";
import { valueText } from "../facts/text.js";

export const requiresChanged = defineRule({
  id: "requires-changed",
  purpose: "A capability requires another version of the protocol or of a capability.",
  why: "Negotiation may exclude a party that supports the old version. Check which versions you declare.",
  levels: { platform: "dangerous", business: "dangerous" },
  *capabilities({ before, after }) {
    if (before === undefined || after === undefined) return;
    if (equalJson(before.requires ?? null, after.requires ?? null)) return;
    yield {
      message: `required ${valueText(before.requires)} and requires ${valueText(after.requires)}`,
      before: before.requires === undefined ? before.at : childAddress(before.at, "requires"),
      after: after.requires === undefined ? after.at : childAddress(after.at, "requires"),
      // Without requirements nobody is left out.
      levels: after.requires === undefined ? SAFE_FOR_ROLES : undefined,
    };
  },
});
