/** A comparison for the terminal, in lines of at most a hundred columns. */

import type { SourceLocation } from "../../errors.js";
import { oneLine } from "../../text/one-line.js";
import { wrap } from "../../text/wrap.js";
import type { Change, Role } from "../change.js";
import { groupChanges, type ChangeGroup } from "./groups.js";
import { countsOf, countsText, type ReviewedComparison } from "./reviewed.js";
import { levelsText, positionText, rolesOf, sideText, headlineText, whereText } from "./words.js";

const LINE_WIDTH = 100;
const LEVEL_WIDTH = "dangerous".length + 2;

export function textReport(comparison: ReviewedComparison): string {
  const { before, after, changes, ignored } = comparison;
  const roles = rolesOf(comparison);
  return [
    oneLine(`${sideText(before)} -> ${sideText(after)}`),
    ...groupChanges(changes).flatMap((group) => groupLines(group, roles)),
    "",
    countsText(countsOf(changes), ignored),
    "",
  ].join("\n");
}

function groupLines({ title, counts, changes }: ChangeGroup, roles: readonly Role[]): string[] {
  return [
    "",
    oneLine(`${title}: ${countsText(counts)}`),
    ...changes.flatMap((change) => changeLines(change, roles)),
  ];
}

function changeLines(change: Change, roles: readonly Role[]): string[] {
  const { level, rule } = change;
  const where = whereText(change);
  return [
    ...hanging(level.padEnd(LEVEL_WIDTH), headlineText(change)),
    ...detail(where === undefined ? `[${rule}]` : `[${rule}] ${where}`),
    ...detail(levelsText(change, roles)),
    ...placeLines("before", change.before, "new"),
    ...placeLines("after", change.after, "gone"),
  ];
}

function placeLines(side: string, place: SourceLocation | undefined, without: string): string[] {
  if (place === undefined) return detail(`${side.padEnd(6)} (${without})`);
  const { pointer } = place;
  const at = pointer === undefined || pointer === "" ? "" : ` ${pointer}`;
  return hanging(`${" ".repeat(LEVEL_WIDTH)}${side.padEnd(7)}`, positionText(place) + at);
}

function detail(text: string): string[] {
  return hanging(" ".repeat(LEVEL_WIDTH), text);
}

/** A first line behind its label, the others below its text. */
function hanging(label: string, text: string): string[] {
  const margin = "  ";
  const start = margin + label;
  return wrap(oneLine(text), LINE_WIDTH - start.length).map((line, index) =>
    index === 0 ? start + line : " ".repeat(start.length) + line,
  );
}
