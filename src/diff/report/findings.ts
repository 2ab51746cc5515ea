/** Changes as findings, which SARIF and annotations are printed from. In: changes. Out: a finding each. */

import type { Finding, Severity } from "../../findings/finding.js";
import type { Change, Level } from "../change.js";
import { headlineText, whereText } from "./words.js";

const SEVERITIES: Readonly<Record<Level, Severity>> = {
  breaking: "error",
  dangerous: "warning",
  safe: "note",
};

export function severityOf(level: Level): Severity {
  return SEVERITIES[level];
}

/** The new side is what someone is about to merge, so that it has the finding; what is gone is found in the old one. */
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
