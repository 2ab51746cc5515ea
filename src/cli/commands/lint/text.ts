/** Prints the findings of lint, each with its place and its fix, and a summary. */

import { formatLocation } from "../../../errors.js";
import type { Finding, Severity } from "../../../findings/finding.js";
import type { LintReport } from "../../../lint/lint.js";
import { countText } from "../../../text/count.js";
import { paintMarks, type Mark, type Paint } from "../../color.js";
import { oneLine } from "../../table.js";

export interface LintTextOptions {
  readonly quiet: boolean;
  /** The files that `--fix` wrote; undefined without it. */
  readonly fixed: readonly string[] | undefined;
  readonly paint: Paint;
}

export function lintText(report: LintReport, { quiet, fixed, paint }: LintTextOptions): string {
  const lines = report.findings.map((each) => findingText(each, paint));
  if (quiet) return lines.join("\n");
  return [
    ...(fixed ?? []).map((file) => oneLine(`fixed ${file}`)),
    ...lines,
    ...report.more.map((file) => oneLine(`${file} has more findings than are listed here`)),
    oneLine(summaryText(report)),
  ].join("\n");
}

function findingText(finding: Finding, paint: Paint): string {
  const { rule, severity, message, place, related, hint } = finding;
  const places = [...(place === undefined ? [] : [place]), ...related.map((each) => each.place)];
  const marks: Mark[] = [
    [severity, severity],
    [severity, rule],
    ...places.map((each): Mark => ["place", oneLine(formatLocation(each))]),
  ];
  const lines = [
    `${severity} ${rule}: ${message}`,
    ...(place === undefined ? [] : [`  ${formatLocation(place)}`]),
    ...related.map((each) => `  ${each.message}: ${formatLocation(each.place)}`),
    ...(hint === undefined ? [] : [`  ${hint}`]),
  ];
  return paintMarks(lines.map(oneLine).join("\n"), marks, paint);
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
