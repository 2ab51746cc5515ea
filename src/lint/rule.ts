/** A rule of lint, and how one is made. In: what it looks for and how. Out: the rule. */

import { CODES, type DiagnosticCode, type Diagnostic, type SourceLocation } from "../errors.js";
import type { Finding, FindingRule } from "../findings/finding.js";
import { LINT_RULES, type LintRuleId } from "../findings/lint-rules.js";
import { sha256 } from "../text/sha256.js";
import type { LintContext } from "./context.js";

/** What a rule has found, before it is known how grave the user takes it. */
export interface Observation {
  readonly message: string;
  readonly place: SourceLocation | undefined;
  readonly hint?: string | undefined;
  readonly related?: Finding["related"];
}

export interface LintRule extends FindingRule {
  readonly hint: string | undefined;
  check(context: LintContext): Promise<readonly Observation[]> | readonly Observation[];
}

/** A rule of lint's own. */
export function lintRule(id: LintRuleId, check: LintRule["check"]): LintRule {
  const { summary, severity, hint } = LINT_RULES[id];
  return { id, summary, severity, hint, check };
}

/**
 * A rule that looks for what a run of the generator looks for: its own check has found it.
 *
 * @param advice where neither the code nor what was found says what to do
 */
export function codeRule(
  code: DiagnosticCode,
  diagnosticsOf: (context: LintContext) => readonly Diagnostic[],
  advice?: string,
): LintRule {
  const { summary, exit, hint = advice } = CODES[code];
  return {
    id: code,
    summary,
    severity: exit === 0 ? "warning" : "error",
    hint,
    check: (context) =>
      diagnosticsOf(context)
        .filter((each) => each.code === code)
        .map(({ message, place, related = [], hint: own }) => ({
          message,
          place,
          related,
          hint: own,
        })),
  };
}

/** @param root the release's directory, as messages show it: a finding is the same wherever that lies */
export function findingOf(
  rule: FindingRule & { readonly hint: string | undefined },
  { message, place, hint, related = [] }: Observation,
  root: string,
): Finding {
  const below = (text: string): string => text.replaceAll(`${root}/`, "");
  const identity = [rule.id, below(place?.file ?? ""), place?.pointer ?? "", below(message)];
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
