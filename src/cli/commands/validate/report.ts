/** The report of `proto-gen validate --json`. */

import type { Diagnostic } from "../../../errors.js";
import type { Document } from "../../../load/document.js";
import type { Validation } from "../../../validate/validate.js";
import { diagnosticReports, type DiagnosticReport, type PlaceReport } from "../../report.js";

/** `proto-gen validate --json`. */
export interface ValidateReport {
  /** The payload is valid. */
  readonly ok: boolean;
  readonly payload: string;
  /** The type or schema that it was validated against. */
  readonly against: string;
  readonly issues: readonly IssueReport[];
  /** There are more issues, which are not shown. */
  readonly more: boolean;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface IssueReport {
  /** The keyword of JSON Schema that is broken. */
  readonly code: string;
  /** RFC 6901; of the missing member, where one is missing. */
  readonly pointer: string;
  /** RFC 9535. */
  readonly path: string;
  readonly message: string;
  /** Null for a rule of no capability. */
  readonly capability: string | null;
  /** In the payload. */
  readonly place: PlaceReport;
  /** In the schema; left out for a rule that no author wrote. */
  readonly rule?: PlaceReport | undefined;
}

export function validateReport(
  payload: Document,
  { subject, issues, more }: Validation,
  notices: readonly Diagnostic[],
): ValidateReport {
  return {
    ok: issues.length === 0,
    payload: payload.file,
    against: subject.name,
    issues: issues.map(({ issue, place, rule }) => ({
      code: issue.code,
      pointer: issue.pointer,
      path: issue.path,
      message: issue.message,
      capability: issue.capability ?? null,
      place,
      rule,
    })),
    more,
    diagnostics: diagnosticReports(notices),
  };
}
