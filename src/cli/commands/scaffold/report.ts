/** The report of `proto-gen scaffold --json`. */

import type { Diagnostic } from "../../../errors.js";
import type { ScaffoldResult } from "../../../scaffold/scaffold.js";
import { diagnosticReports, type DiagnosticReport } from "../../report.js";
import type { ScaffoldFlags } from "./command.js";

/** `proto-gen scaffold --json`. */
export interface ScaffoldReport {
  /** False where `--check` found handlers missing. */
  readonly ok: boolean;
  readonly into: string;
  readonly dryRun?: boolean;
  /** All that the profile needs. */
  readonly handlers: readonly string[];
  /** Those that were missing; with `--check` and `--dry-run` they still are. */
  readonly added: readonly string[];
  /** Those that are there for no operation of the profile. */
  readonly gone: readonly string[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface ScaffoldDiagnostics {
  /** The error of `--check`, if a handler is missing. */
  readonly missing: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

export function scaffoldReport(
  { into, dryRun = false }: ScaffoldFlags,
  { handlers, added, gone }: ScaffoldResult,
  { missing, warnings }: ScaffoldDiagnostics,
): ScaffoldReport {
  return {
    ok: missing.length === 0,
    into,
    ...(dryRun ? { dryRun } : {}),
    handlers,
    added,
    gone,
    diagnostics: diagnosticReports([...missing, ...warnings]),
  };
}
