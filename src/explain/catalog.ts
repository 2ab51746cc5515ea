/**
 * All that can be explained, in the order of the areas. In: the tables of codes and of explanations. Out:
 * entries that are alike, whatever their table. A table of rules, as `diff` and `lint` have, becomes entries here.
 */

import { CODES, type Code, type ExitCode } from "../errors.js";
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

function entryOf(area: string, code: Code): Entry {
  const { exit, summary, hint } = CODES[code] as (typeof CODES)[Code];
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
