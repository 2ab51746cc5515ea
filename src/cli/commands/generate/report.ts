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
}

export interface CheckReport extends AgreementReport {
  readonly ok: boolean;
  readonly out: string;
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export function writeReport(
  { out, dryRun = false }: GenerateFlags,
  { manifest, ...files }: WriteResult,
  { agreement, notices }: Generation,
): WriteReport {
  return {
    ok: true,
    out,
    ...(dryRun ? { dryRun } : {}),
    files,
    ...agreementReport(agreement),
    diagnostics: diagnosticReports(notices),
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
  { agreement, notices }: Generation,
): CheckReport {
  return {
    ok,
    out,
    findings,
    ...agreementReport(agreement),
    diagnostics: diagnosticReports([...stale, ...notices]),
  };
}
