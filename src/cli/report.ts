/**
 * The parts that the JSON reports of several commands share; each command's own report is in its folder. The names of
 * members are a contract: scripts read them.
 */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import {
  diagnosticSeverity,
  errorsFirst,
  type Diagnostic,
  type DiagnosticSeverity,
} from "../errors.js";

import { startLine, type Line } from "../text/line.js";

export interface DiagnosticReport {
  readonly code: string;
  /** An error ends the run, or is what it was to find; a warning does neither. */
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly related?: readonly (PlaceReport & { readonly message: string })[];
  readonly hint?: string | undefined;
}

export interface FailureReport {
  readonly ok: false;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface AgreementReport {
  readonly active: readonly { readonly name: string; readonly version: string }[];
  readonly excluded: readonly {
    readonly name: string;
    readonly reason: string;
    readonly detail: string;
  }[];
}

export function failureReport(diagnostics: readonly Diagnostic[]): FailureReport {
  return { ok: false, diagnostics: diagnosticReports(diagnostics) };
}

/** Errors come first. */
export function diagnosticReports(all: readonly Diagnostic[]): DiagnosticReport[] {
  return errorsFirst(all).map(diagnosticReport);
}

function diagnosticReport({
  code,
  message,
  place,
  related = [],
  hint,
}: Diagnostic): DiagnosticReport {
  const others = related.map((each) => ({ message: each.message, ...each.place }));
  return {
    code,
    severity: diagnosticSeverity({ code }),
    message,
    ...place,
    ...(others.length === 0 ? {} : { related: others }),
    hint,
  };
}

/** `3 accepted findings`; none where there are none. */
export function acceptedLines(accepted = 0): readonly Line[] {
  return accepted === 0
    ? []
    : [startLine(accepted, accepted === 1 ? " accepted finding" : " accepted findings")];
}

export function agreementReport({ capabilities, excluded }: Agreement): AgreementReport {
  return {
    active: capabilities.map(({ name, version }) => ({ name, version })),
    excluded: excluded.map(({ name, reason, detail }) => ({ name, reason, detail })),
  };
}

export interface PlaceReport {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}
