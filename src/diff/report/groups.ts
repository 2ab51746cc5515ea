/** Groups changes by capability, those with the gravest changes first. */

import { LEVELS, type Change } from "../change.js";
import { countsOf, type Counts } from "./reviewed.js";

export interface ChangeGroup {
  /** The capability's name, or the kind of changes that belong to none. */
  readonly title: string;
  /** True where the title is a capability's name. */
  readonly isCapability: boolean;
  readonly counts: Counts;
  /** The gravest first. */
  readonly changes: readonly Change[];
}

const SHARED = "shared types";
const PROFILE = "profile";

export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const titles = [...new Set(changes.map(titleOf))];
  return titles
    .map((title) => [title, changes.filter((change) => titleOf(change) === title)] as const)
    .map(([title, members]) => ({
      title,
      isCapability: members[0]?.capability !== undefined,
      counts: countsOf(members),
      changes: gravestFirst(members),
    }))
    .sort((left, right) => rank(left) - rank(right) || compareTitles(left, right));
}

function titleOf({ capability, direction }: Change): string {
  return capability ?? (direction === "profile" ? PROFILE : SHARED);
}

/** Changes of the same level keep the order of the comparison. */
function gravestFirst(changes: readonly Change[]): readonly Change[] {
  return LEVELS.flatMap((level) => changes.filter((change) => change.level === level));
}

function rank({ counts }: ChangeGroup): number {
  return LEVELS.findIndex((level) => counts[level] > 0);
}

/** Groups without a capability come last. */
function compareTitles(left: ChangeGroup, right: ChangeGroup): number {
  if (left.isCapability !== right.isCapability) return left.isCapability ? -1 : 1;
  return left.title < right.title ? -1 : 1;
}
