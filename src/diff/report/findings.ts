/** Changes as findings, from which SARIF and annotations are printed. */

import type { Finding, FindingRule, Severity } from "../../findings/finding.js";
import { gravest, type Change, type Level } from "../change.js";
import type { Rule } from "../rule.js";
import { headlineText, whereText } from "./words.js";

const SEVERITIES: Readonly<Record<Level, Severity>> = {
  breaking: "error",
  dangerous: "warning",
  safe: "note",
};

function severityOf(level: Level): Severity {
  return SEVERITIES[level];
}

/** Located on the new side, which someone is about to merge; removals on the old side. */
export function toFinding(change: Change): Finding {
  const { rule, level, before, after, fingerprint } = change;
  return {
    rule,
    severity: severityOf(level),
    message: messageOf(change),
    place: after ?? before,
    related:
      after === undefined || before === undefined ? [] : [{ message: "before", place: before }],
    hint: undefined,
    fingerprint,
  };
}

function messageOf(change: Change): string {
  const where = whereText(change);
  const message = `${change.level}: ${headlineText(change)}`;
  return where === undefined ? message : `${message} (${where})`;
}

/** The rules as reports of findings list them, each with the gravest severity that it can have by itself. */
export function findingRules(rules: readonly Rule[]): readonly FindingRule[] {
  return rules.map(({ id, purpose, levels }) => ({
    id,
    summary: purpose,
    severity: severityOf(gravest(Object.values(levels))),
  }));
}
