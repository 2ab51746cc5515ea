/** Check: compares the output directory with the files that a run would write, and changes nothing. */

import type { OutputFile } from "./output-paths.js";
import { lineDiff } from "./line-diff.js";
import type { ManifestRecord } from "./manifest.js";
import { planTree, type PlannedFile } from "./tree-plan.js";

/**
 * `stale`: as an earlier run wrote it, no longer what this run would write. `hand-edited`: neither of the
 * two. `missing`: not there. `linked`: a link stands there, which is not followed. `orphaned`: written by an earlier
 * run, no longer written.
 */
export type FindingState = "stale" | "hand-edited" | "missing" | "linked" | "orphaned";

export interface Finding {
  readonly state: FindingState;
  readonly path: string;
  /** From what stands there to what would be written; only for stale and hand-edited files. */
  readonly diff?: string;
}

export interface CheckResult {
  readonly ok: boolean;
  /** How many files were compared. */
  readonly compared: number;
  readonly findings: readonly Finding[];
}

/** @param record where given, `manifest.json` is compared too */
export function checkTree(
  out: string,
  files: readonly OutputFile[],
  record?: ManifestRecord,
): CheckResult {
  const plan = planTree(out, files, record);
  const findings = [
    ...plan.files.flatMap(compareFile),
    ...plan.orphans.map(({ path }): Finding => ({ state: "orphaned", path })),
  ].sort((left, right) => (left.path < right.path ? -1 : 1));
  return Object.freeze({ ok: findings.length === 0, compared: plan.files.length, findings });
}

function compareFile({ path, content, state, current, asRecorded }: PlannedFile): Finding[] {
  if (state === "same") return [];
  // The target of a link stays out of the report, which may be public.
  if (state === "linked") return [{ state: "linked", path }];
  if (current === undefined) return [{ state: "missing", path }];
  // A file that no manifest records is called stale: nothing says that someone edited it.
  return [
    {
      state: asRecorded === false ? "hand-edited" : "stale",
      path,
      diff: lineDiff(new TextDecoder().decode(current), content),
    },
  ];
}
