/** Prints the findings of lint, each with its place and its fix, and a summary. */

import { formatLocation } from "../../../errors.js";
import type { Finding, Severity } from "../../../findings/finding.js";
import type { LintReport } from "../../../lint/lint.js";
import { oneLine } from "../../table.js";

export interface LintTextOptions {
  readonly quiet: boolean;
  /** The files that `--fix` wrote; undefined without it. */
  readonly fixed: readonly string[] | undefined;
}

export function lintText(report: LintReport, { quiet, fixed }: LintTextOptions): string {
  const lines = report.findings.flatMap(findingLines);
  if (quiet) return lines.join("\n");
  return [
    ...(fixed ?? []).map((file) => `fixed ${file}`),
    ...lines,
    ...report.more.map((file) => `${file} has more findings than are listed here`),
    summaryText(report),
  ].join("\n");
}

function findingLines({ rule, severity, message, place, related, hint }: Finding): string[] {
  return [
    `${severity} ${rule}: ${message}`,
    ...(place === undefined ? [] : [`  ${formatLocation(place)}`]),
    ...related.map((each) => `  ${each.message}: ${formatLocation(each.place)}`),
    ...(hint === undefined ? [] : [`  ${hint}`]),
  ].map(oneLine);
}

function summaryText({ findings, releases }: LintReport): string {
  const documents = releases.reduce((sum, each) => sum + each.documents, 0);
  const where = `${countText(documents, "document")} of ${releases.map(({ directory }) => directory).join(", ")}`;
  const counts = (["error", "warning", "note"] as const).flatMap((severity: Severity) => {
    const count = findings.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [countText(count, severity)];
  });
  return counts.length === 0 ? `no problems in ${where}` : `${counts.join(", ")} in ${where}`;
}

function countText(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
