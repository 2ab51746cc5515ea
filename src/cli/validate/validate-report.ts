/** A validation as data. In: the payload and what was found. Out: the report that `--json` prints. */

import type { Diagnostic } from "../../errors.js";
import type { Document } from "../../load/document.js";
import type { Validation } from "../../validate/validate.js";
import { diagnosticReport, type ValidateReport } from "../report.js";

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
      ...(rule === undefined ? {} : { rule }),
    })),
    more,
    diagnostics: notices.map(diagnosticReport),
  };
}
