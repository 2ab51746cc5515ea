/**
 * Compares a comparison with that of the swapped sides: each change needs a counterpart there. The table has a line for
 * every rule; the compiler asks for one when a rule is added.
 */

import type { Change } from "../../../src/diff/change.js";
import type { RuleId } from "../../../src/diff/rules.js";
import type { SourceLocation } from "../../../src/errors.js";

interface Mirror {
  /** The rules that find the same change with the sides swapped; none where only one way is a change. */
  readonly counterparts: readonly RuleId[];
  /** The levels of the counterpart are not its own mirrored: losing a member matters, gaining one need not. */
  readonly hasOwnLevels?: true;
}

const MEMBER: readonly RuleId[] = [
  "property-added",
  "property-removed",
  "required-added",
  "required-removed",
  "visibility-changed",
  "transition-carried-out",
];

/** An announcement is news once; named schemas are paired from those that are missing on the new side. */
const ONE_WAY: Mirror = { counterparts: [] };

const MIRRORS: Readonly<Record<string, Mirror>> = {
  "capability-added": { counterparts: ["capability-removed"], hasOwnLevels: true },
  "capability-removed": { counterparts: ["capability-added"], hasOwnLevels: true },
  "extension-added": { counterparts: ["extension-removed"], hasOwnLevels: true },
  "extension-removed": { counterparts: ["extension-added"], hasOwnLevels: true },
  "parent-changed": { counterparts: ["parent-changed"], hasOwnLevels: true },
  "requires-changed": { counterparts: ["requires-changed"], hasOwnLevels: true },
  "version-changed": { counterparts: ["version-changed"] },
  "operation-added": { counterparts: ["operation-removed"], hasOwnLevels: true },
  "operation-removed": { counterparts: ["operation-added"], hasOwnLevels: true },
  "route-changed": { counterparts: ["route-changed"], hasOwnLevels: true },
  "path-parameter-renamed": { counterparts: ["path-parameter-renamed"] },
  "servers-changed": { counterparts: ["servers-changed"], hasOwnLevels: true },
  "parameter-added": { counterparts: ["parameter-removed"], hasOwnLevels: true },
  "parameter-removed": { counterparts: ["parameter-added"], hasOwnLevels: true },
  "parameter-required": { counterparts: ["parameter-optional"] },
  "parameter-optional": { counterparts: ["parameter-required"] },
  "status-added": { counterparts: ["status-removed"], hasOwnLevels: true },
  "status-removed": { counterparts: ["status-added"], hasOwnLevels: true },
  "error-added": { counterparts: ["error-removed"], hasOwnLevels: true },
  "error-removed": { counterparts: ["error-added"], hasOwnLevels: true },
  "error-changed": { counterparts: ["error-changed"], hasOwnLevels: true },
  "response-body-added": { counterparts: ["response-body-removed"], hasOwnLevels: true },
  "response-body-removed": { counterparts: ["response-body-added"], hasOwnLevels: true },
  "request-media-type-changed": { counterparts: ["request-media-type-changed"] },
  "response-media-type-changed": { counterparts: ["response-media-type-changed"] },
  "security-changed": { counterparts: ["security-changed"] },
  "response-header-added": { counterparts: ["response-header-removed"], hasOwnLevels: true },
  "response-header-removed": { counterparts: ["response-header-added"], hasOwnLevels: true },
  "required-added": { counterparts: MEMBER, hasOwnLevels: true },
  "required-removed": { counterparts: MEMBER, hasOwnLevels: true },
  "property-added": { counterparts: MEMBER, hasOwnLevels: true },
  "property-removed": { counterparts: MEMBER, hasOwnLevels: true },
  "visibility-changed": { counterparts: MEMBER, hasOwnLevels: true },
  "transition-announced": ONE_WAY,
  "transition-carried-out": { counterparts: MEMBER, hasOwnLevels: true },
  "type-changed": { counterparts: ["type-changed"] },
  "type-narrowed": { counterparts: ["type-widened"] },
  "type-widened": { counterparts: ["type-narrowed"] },
  "null-allowed": { counterparts: ["null-refused"] },
  "null-refused": { counterparts: ["null-allowed"] },
  "const-changed": { counterparts: ["const-changed"] },
  "enum-narrowed": { counterparts: ["enum-widened"] },
  "enum-widened": { counterparts: ["enum-narrowed"] },
  "enum-closed": { counterparts: ["enum-opened"] },
  "enum-opened": { counterparts: ["enum-closed"] },
  "bounds-tightened": { counterparts: ["bounds-loosened"] },
  "bounds-loosened": { counterparts: ["bounds-tightened"] },
  "pattern-added": { counterparts: ["pattern-removed"] },
  "pattern-removed": { counterparts: ["pattern-added"] },
  "pattern-changed": { counterparts: ["pattern-changed"] },
  "format-changed": { counterparts: ["format-changed"] },
  "content-changed": { counterparts: ["content-changed"] },
  "additional-properties-closed": { counterparts: ["additional-properties-opened"] },
  "additional-properties-opened": { counterparts: ["additional-properties-closed"] },
  "tuple-changed": { counterparts: ["tuple-changed"] },
  "unique-items-added": { counterparts: ["unique-items-removed"] },
  "unique-items-removed": { counterparts: ["unique-items-added"] },
  "union-branch-added": { counterparts: ["union-branch-removed"] },
  "union-branch-removed": { counterparts: ["union-branch-added"] },
  "condition-added": { counterparts: ["condition-removed"] },
  "condition-removed": { counterparts: ["condition-added"] },
  "values-narrowed": { counterparts: ["values-widened"] },
  "values-widened": { counterparts: ["values-narrowed"] },
  "default-changed": { counterparts: ["default-changed"] },
  deprecated: { counterparts: ["undeprecated"] },
  undeprecated: { counterparts: ["deprecated"] },
  "description-changed": { counterparts: ["description-changed"] },
  "definition-moved": ONE_WAY,
  "definition-added": ONE_WAY,
  "definition-removed": ONE_WAY,
} satisfies Record<RuleId, Mirror>;

/** A removal that was announced, and no longer is. */
const WITHDRAWN = "transition-announced,undeprecated";

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
  return counterpartsOf(rule).length > 0 && direction !== "schema";
}

function isMirror(change: Change, other: Change): boolean {
  // An annotation may stand in another branch than the member.
  if ([change.rule, other.rule].sort().join() === WITHDRAWN)
    return change.direction === other.direction && change.subject === other.subject;
  return (
    counterpartsOf(change.rule).includes(other.rule) &&
    change.direction === other.direction &&
    placeText(change.before) === placeText(other.after) &&
    placeText(change.after) === placeText(other.before) &&
    (MIRRORS[change.rule]?.hasOwnLevels === true || haveMirroredLevels(change, other))
  );
}

function counterpartsOf(rule: string): readonly string[] {
  return MIRRORS[rule]?.counterparts ?? [];
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
