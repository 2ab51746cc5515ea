/** The report of `proto-gen generate --json`. */

import {
  agreementReport,
  diagnosticReports,
  type AgreementReport,
  type DiagnosticReport,
} from "../../report.js";
import type { Diagnostic } from "../../../errors.js";
import type { Generation } from "../../../generate.js";
import type { CheckResult, Finding } from "../../../write/check-tree.js";
import type { WriteResult } from "../../../write/write-tree.js";
import type { GenerateFlags } from "./command.js";

export interface WriteReport extends AgreementReport {
  readonly ok: true;
  readonly out: string;
  readonly dryRun?: boolean;
  readonly files: Omit<WriteResult, "manifest">;
  readonly diagnostics: readonly DiagnosticReport[];
  /** How many findings were accepted, and are not among the diagnostics. */
  readonly accepted: number;
}

export interface CheckReport extends AgreementReport {
  readonly ok: boolean;
  readonly out: string;
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly DiagnosticReport[];
  /** How many findings were accepted, and are not among the diagnostics. */
  readonly accepted: number;
}

export function writeReport(
  { out, dryRun = false }: GenerateFlags,
  { manifest, ...files }: WriteResult,
  { agreement, notices, accepted = 0 }: Generation,
): WriteReport {
  return {
    ok: true,
    out,
    ...(dryRun ? { dryRun } : {}),
    files,
    ...agreementReport(agreement),
    diagnostics: diagnosticReports(notices),
    accepted,
  };
}

export interface CheckOutcome {
  readonly result: CheckResult;
  /** The error that the findings lead to, if there are any. */
  readonly stale: readonly Diagnostic[];
}

export function checkReport(
  { out }: GenerateFlags,
  { result: { ok, findings }, stale }: CheckOutcome,
  { agreement, notices, accepted = 0 }: Generation,
): CheckReport {
  return {
    ok,
    out,
    findings,
    ...agreementReport(agreement),
    diagnostics: diagnosticReports([...stale, ...notices]),
    accepted,
  };
}
