/**
 * All that can be explained, in the order of the areas. In: the tables of codes and of rules, and their
 * explanations. Out: entries that are alike, whatever their table.
 */

import { CODES, type DiagnosticCode, type ExitCode } from "../errors.js";
import { LINT_RULES, type LintRuleId } from "../findings/lint-rules.js";
import { LINT_EXPLANATIONS } from "./areas/lint.js";
import { GENERATE } from "./commands.js";
import type { Example, Explanation } from "./explanation.js";
import { AREAS, EXPLANATIONS } from "./explanations.js";

export interface Entry {
  readonly code: string;
  readonly area: string;
  readonly level: "error" | "warning";
  /** Of a run that says it; 0 for a warning. */
  readonly exit: ExitCode;
  readonly summary: string;
  readonly text: string;
  readonly source?: string;
  readonly hint?: string;
  /** The command that says it. */
  readonly run: string;
  readonly wrong?: Example;
  readonly right?: Example;
  /** Why no test runs an example. */
  readonly untested?: string;
}

export function catalog(): readonly Entry[] {
  return AREAS.flatMap(({ title, codes }) => codes.map((code) => entryOf(title, code)));
}

/** The rules of `lint` that are no codes of a run of the generator. */
export function lintCatalog(): readonly Entry[] {
  const ids = Object.keys(LINT_RULES) as LintRuleId[];
  return ids.map((id) => {
    const { severity, ...rule } = LINT_RULES[id];
    return {
      code: id,
      area: "Rules of lint",
      level: severity === "error" ? "error" : "warning",
      exit: severity === "error" ? 1 : 0,
      ...rule,
      ...LINT_EXPLANATIONS[id],
      run: LINT,
    };
  });
}

/** What says that a rule of lint is broken. */
export const LINT = "proto-gen lint";

function entryOf(area: string, code: DiagnosticCode): Entry {
  const { exit, summary, hint } = CODES[code];
  const { run = GENERATE, ...explanation }: Explanation = EXPLANATIONS[code];
  return {
    code,
    area,
    level: exit === 0 ? "warning" : "error",
    exit,
    summary,
    ...(hint === undefined ? {} : { hint }),
    ...explanation,
    run,
  };
}
