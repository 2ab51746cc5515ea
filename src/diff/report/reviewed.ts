/** A comparison after review: levels are overridden, ignored changes are left out. */

import { LEVELS, type Change, type Comparison, type Level } from "../change.js";

export interface ReviewedComparison extends Comparison {
  /** How many changes are left out: by the ignore file, or because their rule is off. */
  readonly ignored: number;
}

export type Counts = Readonly<Record<Level, number>>;

export function countsOf(changes: readonly Change[]): Counts {
  const count = (wanted: Level): number => changes.filter(({ level }) => level === wanted).length;
  return { breaking: count("breaking"), dangerous: count("dangerous"), safe: count("safe") };
}

/** `2 breaking, 1 safe`; nothing that there is none of. */
export function countsText(counts: Counts, ignored = 0): string {
  const parts = [
    ...LEVELS.flatMap((level) => (counts[level] === 0 ? [] : [`${counts[level]} ${level}`])),
    ...(ignored === 0 ? [] : [`${ignored} ignored`]),
  ];
  return parts.length === 0 ? "no changes" : parts.join(", ");
}
