/**
 * A rule of lint is one value: id, severity, texts and check. Rules of lint's own carry their explanation, too. A rule
 * that reports an error code of the generator takes its texts from the code, which `src/explain/` explains.
 */

import { CODES, type DiagnosticCode, type Diagnostic, type SourceLocation } from "../errors.js";
import type { TestedExplanation } from "../findings/explanation.js";
import type { Finding, FindingRule } from "../findings/finding.js";
import { sha256 } from "../text/sha256.js";
import type { LintContext } from "./context.js";

/** A finding before the user's severity for the rule is applied. */
export interface Observation {
  readonly message: string;
  readonly place?: SourceLocation | undefined;
  readonly hint?: string | undefined;
  readonly related?: Finding["related"];
}

export interface LintRule extends FindingRule {
  readonly hint: string | undefined;
  check(context: LintContext): Promise<readonly Observation[]> | readonly Observation[];
}

/** A rule whose id is not an error code. */
export interface OwnLintRule extends LintRule {
  readonly severity: "error" | "warning";
  readonly hint: string;
  /** Its examples are values in `test/lint/<rule>/wrong` and in the same release corrected; a test compares them. */
  readonly explanation: TestedExplanation;
}

/**
 * A rule that reports the diagnostics of one code, so that lint never repeats a check of the generator.
 *
 * @param fallbackHint for a code that has no hint, whose diagnostics may have none either
 */
export function codeRule(
  code: DiagnosticCode,
  collectDiagnostics: (context: LintContext) => readonly Diagnostic[],
  fallbackHint?: string,
): LintRule {
  const { summary, exit, hint = fallbackHint } = CODES[code];
  return {
    id: code,
    summary,
    severity: exit === 0 ? "warning" : "error",
    hint,
    check: (context) => collectDiagnostics(context).filter((each) => each.code === code),
  };
}

/** @param root the release's directory, as messages show it: fingerprints do not depend on it */
export function toFinding(
  rule: LintRule,
  { message, place, hint, related = [] }: Observation,
  root: string,
): Finding {
  const belowRoot = (text: string): string => text.replaceAll(`${root}/`, "");
  const identity = [
    rule.id,
    belowRoot(place?.file ?? ""),
    place?.pointer ?? "",
    belowRoot(message),
  ];
  return {
    rule: rule.id,
    severity: rule.severity,
    message,
    place: { file: root, line: 1, column: 1, ...place },
    related,
    hint: hint ?? rule.hint,
    fingerprint: sha256(JSON.stringify(identity)).slice(0, 32),
  };
}
