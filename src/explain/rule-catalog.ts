/** The rules that can be explained. In: their tables. Out: entries that are alike, whatever command has the rule. */

import { DIFF_RULES, type RuleExplanation } from "./areas/diff-rules.js";

export interface RuleEntry extends RuleExplanation {
  readonly id: string;
  /** The command that it is a rule of. */
  readonly command: "diff";
}

export function ruleCatalog(): readonly RuleEntry[] {
  return Object.entries(DIFF_RULES).map(([id, rule]) => ({ id, command: "diff", ...rule }));
}
