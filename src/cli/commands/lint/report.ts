/** The report of `proto-gen lint --format json`. */

import type { Finding } from "../../../findings/finding.js";
import type { LintReport } from "../../../lint/lint.js";
import type { DiagnosticReport, PlaceReport } from "../../report.js";

/** `proto-gen lint --format json`. */
export interface LintCommandReport {
  /** No error was found. */
  readonly ok: boolean;
  readonly releases: readonly { readonly directory: string; readonly documents: number }[];
  /** By file and line. */
  readonly findings: readonly LintFindingReport[];
  /** Files that have more findings than are listed. */
  readonly more: readonly string[];
  /** Files that `--fix` wrote. */
  readonly fixed?: readonly string[] | undefined;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface LintFindingReport {
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly hint?: string | undefined;
  readonly related: readonly (PlaceReport & { readonly message: string })[];
  /** Stays the same from run to run, even if lines move. */
  readonly fingerprint: string;
}

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
    fixed,
    diagnostics: [],
  };
}

function findingReport({ place, hint, related, ...finding }: Finding): LintFindingReport {
  return {
    ...finding,
    ...place,
    hint,
    related: related.map(({ message, place: at }) => ({ message, ...at })),
  };
}
