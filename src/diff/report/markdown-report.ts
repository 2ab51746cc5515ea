/** A comparison as a migration note in GitHub's Markdown. */

import type { Printable } from "../../text/line.js";
import {
  codes,
  folded,
  heading,
  list,
  markdownOutput,
  number,
  paragraph,
  prose,
  strong,
  table,
  words,
  type PhrasingContent,
  type RootContent,
} from "../../text/markdown.js";
import type { Change, Level, Role } from "../change.js";
import { LEVELS } from "../change.js";
import { groupChanges, type ChangeGroup } from "./groups.js";
import { countsOf, countsText, type ReviewedComparison } from "./reviewed.js";
import {
  affects,
  levelLabel,
  operationsOf,
  rolePlural,
  rolesOf,
  sideText,
  headlineOf,
  taskText,
} from "./words.js";

export function markdownReport(comparison: ReviewedComparison): Printable {
  const { before, after, changes } = comparison;
  const roles = rolesOf(comparison);
  return markdownOutput([
    heading(1, [
      words("From "),
      ...prose(sideText(before)),
      words(" to "),
      ...prose(sideText(after)),
    ]),
    summaryOf(comparison, roles),
    ...groupChanges(changes).flatMap((group) => groupBlocks(group, roles)),
  ]);
}

const FOR = { platform: "for platforms", business: "for businesses" } as const;

function summaryOf({ changes, ignored }: ReviewedComparison, roles: readonly Role[]): RootContent {
  if (changes.length === 0)
    return paragraph(prose(`There are ${countsText(countsOf(changes), ignored)}.`));
  const rows = LEVELS.map((level) => [
    words(levelLabel(level)),
    ...roles.map((role) => number(count(changes, role, level))),
  ]);
  return table([[words(""), ...roles.map((role) => words(FOR[role]))], ...rows]);
}

function count(changes: readonly Change[], role: Role, level: Level): number {
  return changes.filter((change) => change.levels[role] === level).length;
}

function groupBlocks(group: ChangeGroup, roles: readonly Role[]): RootContent[] {
  const { title, isCapability, changes } = group;
  const safe = changes.filter((change) => !roles.some((role) => affects(change, role)));
  return [
    heading(2, isCapability ? codes(title) : prose(capitalized(title))),
    ...roles.flatMap((role) => roleBlocks(changes, role)),
    ...safeBlocks(safe),
  ];
}

/** The changes a role has to look at, the gravest first. */
function roleBlocks(changes: readonly Change[], role: Role): RootContent[] {
  const items = LEVELS.flatMap((level) =>
    level === "safe" ? [] : changes.filter((change) => change.levels[role] === level),
  );
  if (items.length === 0) return [];
  return [
    heading(3, prose(capitalized(rolePlural(role)))),
    list(items.map((change) => itemOf(change, role))),
  ];
}

function itemOf(change: Change, role: Role): PhrasingContent[] {
  const task = taskText(change, role);
  return [
    strong(change.levels[role]),
    ...(task === undefined ? [] : [words(", "), words(task)]),
    words(": "),
    ...whatOf(change),
  ];
}

function whatOf(change: Change): PhrasingContent[] {
  const { subject, joint, rest } = headlineOf(change);
  const operations = operationsOf(change);
  return [
    ...codes(subject),
    words(joint),
    ...prose(rest),
    ...(operations.length === 0 ? [] : [words(" ("), ...codes(...operations), words(")")]),
  ];
}

/** Folded, since nobody has to act. */
function safeBlocks(safe: readonly Change[]): RootContent[] {
  if (safe.length === 0) return [];
  const noun = safe.length === 1 ? "safe change" : "safe changes";
  return folded(safe.length, noun, list(safe.map(whatOf)));
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
