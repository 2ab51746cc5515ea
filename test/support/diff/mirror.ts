/**
 * What a comparison says with its sides swapped. In: the changes of both ways. Out: those of the one that have no
 * counterpart in the other, in words.
 */

import type { Change } from "../../../src/diff/change.js";
import type { SourceLocation } from "../../../src/errors.js";

const MEMBER = [
  "property-added",
  "property-removed",
  "required-added",
  "required-removed",
  "visibility-changed",
  "transition-carried-out",
];

/** Rules that tell of what others tell of the other way round. */
const MIRRORS: readonly (readonly string[])[] = [
  MEMBER,
  ["type-narrowed", "type-widened"],
  ["null-allowed", "null-refused"],
  ["enum-narrowed", "enum-widened"],
  ["enum-closed", "enum-opened"],
  ["bounds-tightened", "bounds-loosened"],
  ["pattern-added", "pattern-removed"],
  ["additional-properties-closed", "additional-properties-opened"],
  ["unique-items-added", "unique-items-removed"],
  ["union-branch-added", "union-branch-removed"],
  ["condition-added", "condition-removed"],
  ["deprecated", "undeprecated"],
  ["capability-added", "capability-removed"],
  ["extension-added", "extension-removed"],
  ["operation-added", "operation-removed"],
  ["parameter-added", "parameter-removed"],
  ["parameter-required", "parameter-optional"],
  ["status-added", "status-removed"],
  ["error-added", "error-removed"],
  ["response-header-added", "response-header-removed"],
];

/** Whoever loses a member is told so; whoever gains one need not care. */
const LEVELS_OF_THEIR_OWN: ReadonlySet<string> = new Set([
  ...MEMBER,
  "capability-added",
  "capability-removed",
  "extension-added",
  "extension-removed",
  "operation-added",
  "operation-removed",
  "parameter-added",
  "parameter-removed",
  "status-added",
  "status-removed",
  "error-added",
  "error-removed",
  "error-changed",
  "servers-changed",
  "response-header-added",
  "response-header-removed",
  "route-changed",
  "parent-changed",
  "requires-changed",
]);

/** What was announced to go and is not any more. */
const WITHDRAWN = "transition-announced,undeprecated";

/** An announcement is news once; which schema has become which is asked of those that are gone. */
const ONE_WAY: ReadonlySet<string> = new Set([
  "transition-announced",
  "definition-added",
  "definition-moved",
  "definition-removed",
]);

/** Two of the one may be one of the other: a member is required in one view and optional in another, and gone from both. */
export function unmirrored(changes: readonly Change[], swapped: readonly Change[]): string[] {
  const alone = (from: readonly Change[], to: readonly Change[]): readonly Change[] =>
    from.filter((change) => isTwoWay(change) && !to.some((other) => isMirror(change, other)));
  return [
    ...alone(changes, swapped).map((change) => `${text(change)} has no counterpart`),
    ...alone(swapped, changes).map((change) => `${text(change)}, swapped, has no counterpart`),
  ];
}

/** A schema of no direction is compared with what it has become. */
function isTwoWay({ rule, direction }: Change): boolean {
  return !ONE_WAY.has(rule) && direction !== "schema";
}

function isMirror(change: Change, other: Change): boolean {
  // An annotation may stand in another branch than the member.
  if ([change.rule, other.rule].sort().join() === WITHDRAWN)
    return change.direction === other.direction && change.subject === other.subject;
  return (
    areMirrored(change.rule, other.rule) &&
    change.direction === other.direction &&
    placeText(change.before) === placeText(other.after) &&
    placeText(change.after) === placeText(other.before) &&
    (LEVELS_OF_THEIR_OWN.has(change.rule) || haveMirroredLevels(change, other))
  );
}

function areMirrored(rule: string, other: string): boolean {
  const family = MIRRORS.find((each) => each.includes(rule));
  if (family === undefined) return rule === other;
  return family.length === 2 ? rule !== other && family.includes(other) : family.includes(other);
}

/** What is safe to send one way is safe to read the other way. */
function haveMirroredLevels({ levels }: Change, other: Change): boolean {
  return (
    (levels.platform === "safe") === (other.levels.business === "safe") &&
    (levels.business === "safe") === (other.levels.platform === "safe")
  );
}

function placeText(place: SourceLocation | undefined): string | undefined {
  return place && `${place.file.split("/").slice(1).join("/")}#${place.pointer ?? ""}`;
}

function text({ rule, direction, subject, before, after, levels }: Change): string {
  return `${rule} ${direction ?? ""} ${subject} ${placeText(before)} -> ${placeText(after)} ${levels.platform}/${levels.business}`;
}
