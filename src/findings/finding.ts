/**
 * What a check of files has found, whichever check it was: what SARIF, annotations and tables are printed from.
 */

import type { SourceLocation } from "../errors.js";

export type Severity = "error" | "warning" | "note";

export interface Finding {
  /** Id of the rule, or a code of `errors.ts`. */
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence, without a full stop. */
  readonly message: string;
  readonly place: SourceLocation | undefined;
  /** Other places that have to do with it, and what is there. */
  readonly related: readonly { readonly message: string; readonly place: SourceLocation }[];
  readonly hint: string | undefined;
  /** Stays the same from run to run, while lines move: SARIF's partial fingerprint. */
  readonly fingerprint: string;
}

/** What a rule looks for, for readers of a report. */
export interface FindingRule {
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  readonly severity: Severity;
}
