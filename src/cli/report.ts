/** The shapes that `--json` prints. In: what a run did. Out: plain data; member names are a contract. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { Diagnostic } from "../errors.js";
import type { Finding } from "../write/check-tree.js";
import type { WriteResult } from "../write/write-tree.js";

export interface DiagnosticReport {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly hint?: string;
}

export interface FailureReport {
  readonly ok: false;
  readonly diagnostics: readonly DiagnosticReport[];
}

interface AgreementReport {
  readonly active: readonly { readonly name: string; readonly version: string }[];
  readonly excluded: readonly {
    readonly name: string;
    readonly reason: string;
    readonly detail: string;
  }[];
}

export interface WriteReport extends AgreementReport {
  readonly ok: true;
  readonly out: string;
  readonly dryRun?: boolean;
  readonly files: WriteResult;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface CheckReport extends AgreementReport {
  readonly ok: boolean;
  readonly out: string;
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export function failureReport(diagnostics: readonly Diagnostic[]): FailureReport {
  return { ok: false, diagnostics: diagnostics.map(diagnosticReport) };
}

export function diagnosticReport({ code, message, place, hint }: Diagnostic): DiagnosticReport {
  return { code, message, ...place, ...(hint === undefined ? {} : { hint }) };
}

export function agreementReport({ capabilities, excluded }: Agreement): AgreementReport {
  return {
    active: capabilities.map(({ name, version }) => ({ name, version })),
    excluded: excluded.map(({ name, reason, detail }) => ({ name, reason, detail })),
  };
}
