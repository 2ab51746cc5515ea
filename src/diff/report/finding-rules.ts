/** Rules as reports of findings name them. In: rules of `diff`. Out: id, purpose, and how grave what they find can be. */

import type { FindingRule } from "../../findings/finding.js";
import { gravest } from "../change.js";
import type { Rule } from "../rule.js";
import { severityOf } from "./findings.js";

export function findingRules(rules: readonly Rule[]): readonly FindingRule[] {
  return rules.map(({ id, purpose, levels }) => ({
    id,
    summary: purpose,
    severity: severityOf(gravest(Object.values(levels))),
  }));
}
