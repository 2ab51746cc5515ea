/** Prints the findings of lint, each with its place and its fix, and a summary. */

import { detailLines } from "../../../errors.js";
import type { Finding, Severity } from "../../../findings/finding.js";
import type { LintReport } from "../../../lint/lint.js";
import { countText } from "../../../text/count.js";
import { composedLine, line, pathLine, startLine, type Line } from "../../../text/line.js";
import { paintMarks, type Paint } from "../../color.js";
import { paintPlaces } from "../../reporter.js";

export interface LintTextOptions {
  readonly quiet: boolean;
  /** The files that `--fix` wrote; undefined without it. */
  readonly fixed: readonly string[] | undefined;
  readonly paint: Paint;
}

export function lintText(report: LintReport, { quiet, fixed, paint }: LintTextOptions): Line[] {
  const lines = report.findings.flatMap((each) => findingLines(each, paint));
  if (quiet) return lines;
  return [
    ...(fixed ?? []).map((file) => line`fixed ${file}`),
    ...lines,
    ...report.more.map((file) => pathLine(file, " has more findings than are listed here")),
    summaryLine(report),
  ];
}

function findingLines(finding: Finding, paint: Paint): Line[] {
  const { rule, severity, message, place, related } = finding;
  const places = [...(place === undefined ? [] : [place]), ...related.map((each) => each.place)];
  const marks = [[severity, severity] as const, [severity, rule] as const];
  return [
    paintMarks(startLine(severity, ` ${rule}: ${message}`), marks, paint),
    ...paintPlaces(detailLines(finding), places, paint),
  ];
}

function summaryLine({ findings, releases }: LintReport): Line {
  if (releases.length === 0)
    return line`nothing to lint: lint.directories of the configuration is empty`;
  const documents = releases.reduce((sum, each) => sum + each.documents, 0);
  const where = `${countText(documents, "document")} of ${releases.map(({ directory }) => directory).join(", ")}`;
  const counts = (["error", "warning", "note"] as const).flatMap((severity: Severity) => {
    const count = findings.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [countText(count, severity)];
  });
  return counts.length === 0
    ? line`no problems in ${where}`
    : composedLine(`${counts.join(", ")} in ${where}`);
}
