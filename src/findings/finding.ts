/** The form of findings that every check has in common, and every report is printed from. */

import type { SourceLocation } from "../errors.js";

export type Severity = "error" | "warning" | "note";

export interface Finding {
  /** The id of a rule, or an error code. */
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence, without a full stop. */
  readonly message: string;
  readonly place: SourceLocation | undefined;
  /** Other places that the finding is about. */
  readonly related: readonly { readonly message: string; readonly place: SourceLocation }[];
  readonly hint: string | undefined;
  /** The same from run to run, although lines move: SARIF's partial fingerprint. */
  readonly fingerprint: string;
}

/** A rule as reports list it. */
export interface FindingRule {
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  readonly severity: Severity;
}
