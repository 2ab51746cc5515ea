/** What lint found, for people. In: its report. Out: lines: each finding, its place and what to do, and a summary. */

import { formatLocation } from "../../errors.js";
import type { Finding, Severity } from "../../findings/finding.js";
import type { LintReport } from "../../lint/lint.js";
import { oneLine } from "../table.js";

export interface LintTextOptions {
  readonly quiet: boolean;
  /** Files that `--fix` wrote; undefined without it. */
  readonly fixed: readonly string[] | undefined;
}

export function lintText(report: LintReport, { quiet, fixed }: LintTextOptions): string {
  const lines = report.findings.flatMap(findingLines);
  if (quiet) return lines.join("\n");
  return [
    ...(fixed ?? []).map((file) => `fixed ${file}`),
    ...lines,
    ...report.more.map((file) => `there is more wrong with ${file} than is said here`),
    summary(report),
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

function summary({ findings, releases }: LintReport): string {
  const documents = releases.reduce((sum, each) => sum + each.documents, 0);
  const where = `${counted(documents, "document")} of ${releases.map(({ directory }) => directory).join(", ")}`;
  const found = (["error", "warning", "note"] as const).flatMap((severity: Severity) => {
    const count = findings.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  return found.length === 0 ? `nothing is wrong with ${where}` : `${found.join(", ")} in ${where}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
