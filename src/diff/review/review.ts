/** Applies a project's levels and ignored changes to a comparison, and warns of entries without effect. */

import type { Diagnostic } from "../../errors.js";
import type { Comparison } from "../change.js";
import { applyIgnore, type LocatedEntry } from "./ignore.js";
import { applyLevels, type LevelOverrides } from "./levels.js";
import type { ReviewedComparison } from "../report/reviewed.js";
import { rolesOf } from "../report/words.js";

export interface ReviewOptions {
  readonly levels: LevelOverrides;
  readonly entries: readonly LocatedEntry[];
  /** `2026-11-20` */
  readonly today: string;
}

export interface Review {
  readonly comparison: ReviewedComparison;
  readonly notices: readonly Diagnostic[];
}

export function review(found: Comparison, { levels, entries, today }: ReviewOptions): Review {
  const leveled = applyLevels(found.changes, levels, rolesOf(found));
  const { changes, ignored, notices } = applyIgnore(leveled.changes, {
    all: found.changes,
    entries,
    today,
  });
  return { comparison: { ...found, changes, ignored: ignored + leveled.off }, notices };
}
