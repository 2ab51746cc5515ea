/** A comparison as a migration note in GitHub's Markdown. A library prints it, since it knows what to escape where. */

import type { BlockContent, PhrasingContent, RootContent, Table, TableCell } from "mdast";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown, type Options } from "mdast-util-to-markdown";
import { countText } from "../../text/count.js";
import { oneLine } from "../../text/one-line.js";
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

export function markdownReport(comparison: ReviewedComparison): string {
  const { before, after, changes } = comparison;
  const roles = rolesOf(comparison);
  const children: RootContent[] = [
    heading(1, text(`From ${sideText(before)} to ${sideText(after)}`)),
    summaryOf(comparison, roles),
    ...groupChanges(changes).flatMap((group) => groupBlocks(group, roles)),
  ];
  const extensions = [gfmTableToMarkdown(), GITHUB];
  return toMarkdown({ type: "root", children }, { extensions, bullet: "-" });
}

/** GitHub strikes text through and sets formulas, of which CommonMark knows nothing. */
const GITHUB: Options = {
  unsafe: [
    { character: "~", inConstruct: "phrasing" },
    { character: "$", inConstruct: "phrasing" },
  ],
};

function summaryOf({ changes, ignored }: ReviewedComparison, roles: readonly Role[]): RootContent {
  if (changes.length === 0)
    return paragraph(text(`There are ${countsText(countsOf(changes), ignored)}.`));
  const rows = LEVELS.map((level) => [
    levelLabel(level),
    ...roles.map((role) => count(changes, role, level)),
  ]);
  return table([["", ...roles.map((role) => `for ${rolePlural(role)}`)], ...rows]);
}

function count(changes: readonly Change[], role: Role, level: Level): string {
  return String(changes.filter((change) => change.levels[role] === level).length);
}

function groupBlocks(group: ChangeGroup, roles: readonly Role[]): RootContent[] {
  const { title, isCapability, changes } = group;
  const safe = changes.filter((change) => !roles.some((role) => affects(change, role)));
  return [
    heading(2, isCapability ? code(title) : text(capitalized(title))),
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
    heading(3, text(capitalized(rolePlural(role)))),
    list(items.map((change) => itemOf(change, role))),
  ];
}

function itemOf(change: Change, role: Role): PhrasingContent[] {
  const task = taskText(change, role);
  return [
    { type: "strong", children: [text(change.levels[role])] },
    ...(task === undefined ? [] : [text(`, ${task}`)]),
    text(": "),
    ...whatOf(change),
  ];
}

function whatOf(change: Change): PhrasingContent[] {
  const { subject, joint, rest } = headlineOf(change);
  const operations = operationsOf(change);
  return [
    code(subject),
    text(joint + rest),
    ...(operations.length === 0 ? [] : [text(" ("), ...codes(operations), text(")")]),
  ];
}

/** Folded, since nobody has to act. The empty lines make the text between the tags Markdown again. */
function safeBlocks(safe: readonly Change[]): RootContent[] {
  if (safe.length === 0) return [];
  const summary = countText(safe.length, "safe change");
  return [
    { type: "html", value: `<details>\n<summary>${summary}</summary>` },
    list(safe.map(whatOf)),
    { type: "html", value: "</details>" },
  ];
}

function heading(depth: 1 | 2 | 3, child: PhrasingContent): RootContent {
  return { type: "heading", depth, children: [child] };
}

function paragraph(child: PhrasingContent): BlockContent {
  return { type: "paragraph", children: [child] };
}

function list(items: readonly PhrasingContent[][]): BlockContent {
  return {
    type: "list",
    ordered: false,
    spread: false,
    children: items.map((children) => ({
      type: "listItem",
      spread: false,
      children: [{ type: "paragraph", children }],
    })),
  };
}

function table(rows: readonly (readonly string[])[]): Table {
  const cell = (value: string): TableCell => ({ type: "tableCell", children: [text(value)] });
  return {
    type: "table",
    align: ["left", ...(rows[0] ?? []).slice(1).map(() => "right" as const)],
    children: rows.map((row) => ({ type: "tableRow", children: row.map(cell) })),
  };
}

function codes(names: readonly string[]): PhrasingContent[] {
  return names.flatMap((name, index) => (index === 0 ? [code(name)] : [text(", "), code(name)]));
}

function text(value: string): PhrasingContent {
  return { type: "text", value: oneLine(value) };
}

function code(value: string): PhrasingContent {
  return { type: "inlineCode", value: oneLine(value) };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
