/** What lint found, as data. In: its report. Out: what `--format json` prints. */

import type { Finding } from "../../findings/finding.js";
import type { LintReport } from "../../lint/lint.js";
import type { LintCommandReport, LintFindingReport } from "../report.js";

/** @param fixed files that `--fix` wrote; undefined without it */
export function lintCommandReport(
  { findings, releases, more }: LintReport,
  ok: boolean,
  fixed: readonly string[] | undefined,
): LintCommandReport {
  return {
    ok,
    releases,
    findings: findings.map(findingReport),
    more,
    ...(fixed === undefined ? {} : { fixed }),
    diagnostics: [],
  };
}

function findingReport({ place, hint, related, ...finding }: Finding): LintFindingReport {
  return {
    ...finding,
    ...place,
    ...(hint === undefined ? {} : { hint }),
    related: related.map(({ message, place: at }) => ({ message, ...at })),
  };
}
