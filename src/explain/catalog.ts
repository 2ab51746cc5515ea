/** Everything that `proto-gen explain` and the pages in `docs/` print of codes and of lint's rules, in one form. */

import { CODES, type DiagnosticCode, type ExitCode } from "../errors.js";
import type { Example, Explanation } from "../findings/explanation.js";
import type { OwnLintRule } from "../lint/rule.js";
import { OWN_RULES } from "../lint/rules.js";
import { GENERATE, LINT } from "./commands.js";
import { AREAS, EXPLANATIONS } from "./explanations.js";

export interface Entry {
  readonly code: string;
  readonly area: string;
  readonly level: "error" | "warning";
  /** The exit code of a run that reports it; 0 for a warning. */
  readonly exit: ExitCode;
  readonly summary: string;
  readonly text: string;
  readonly source?: string;
  readonly hint?: string | undefined;
  /** The command that reports it. */
  readonly run: string;
  readonly wrong?: Example;
  readonly right?: Example;
  /** Why no test runs an example. */
  readonly untested?: string;
}

/** All error codes, by area. */
export function catalog(): readonly Entry[] {
  return AREAS.flatMap(({ title, codes }) => codes.map((code) => codeEntry(title, code)));
}

/** The rules of lint whose ids are not error codes. */
export function lintCatalog(): readonly Entry[] {
  return OWN_RULES.map(ruleEntry);
}

function ruleEntry({ id, severity, summary, hint, explanation }: OwnLintRule): Entry {
  return {
    code: id,
    area: "Rules of lint",
    level: severity,
    exit: severity === "error" ? 1 : 0,
    summary,
    hint,
    ...explanation,
    run: LINT,
  };
}

function codeEntry(area: string, code: DiagnosticCode): Entry {
  const { exit, summary, hint } = CODES[code];
  const { run = GENERATE, ...explanation }: Explanation = EXPLANATIONS[code];
  return {
    code,
    area,
    level: exit === 0 ? "warning" : "error",
    exit,
    summary,
    hint,
    ...explanation,
    run,
  };
}
