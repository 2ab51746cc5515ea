/** Findings whose texts would break what is printed without care. */

import type { Finding, FindingRule } from "../../src/findings/finding.js";

export const RULES: readonly FindingRule[] = [
  { id: "member-removed", summary: "A member is gone.", severity: "error" },
  { id: "required-added", summary: "A member is required that was not.", severity: "error" },
];

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    rule: "required-added",
    severity: "error",
    message: "currency is required",
    place: undefined,
    related: [],
    hint: undefined,
    fingerprint: "0123456789abcdef",
    ...changes,
  };
}

export const HOSTILE_NAME = "a,b:c/100%/ü 💥 #?\n::error::x.json";
export const HOSTILE_TEXT = '50% of\r\n::error file=x::all, \u202e \u0000 \ud800 <b>|`"';
