/**
 * The rules of `diff` as `explain` shows them. They are joined with the codes here, so that `src/explain` stays free of
 * the stages that the rules import.
 */

import type { SchemaExample } from "../../../diff/rule.js";
import { RULES } from "../../../diff/rules.js";

/** Member names are printed by `explain --json`. */
export interface RuleEntry {
  readonly id: string;
  /** The command whose rule it is. */
  readonly command: "diff";
  readonly purpose: string;
  readonly text: string;
  readonly example?: SchemaExample | undefined;
}

export function ruleEntries(): readonly RuleEntry[] {
  return RULES.map(({ id, purpose, why, example }) => ({
    id,
    command: "diff",
    purpose,
    text: why,
    example,
  }));
}
