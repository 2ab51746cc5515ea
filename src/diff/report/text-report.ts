/** A comparison for the terminal, in lines of at most a hundred columns. */

import type { SourceLocation } from "../../errors.js";
import {
  composedLine,
  EMPTY_LINE,
  indented,
  joinLines,
  line,
  pathLine,
  startLine,
  wrapLine,
  type Line,
  type Printable,
} from "../../text/line.js";
import type { Change, Role } from "../change.js";
import { groupChanges, type ChangeGroup } from "./groups.js";
import { countsOf, countsText, type ReviewedComparison } from "./reviewed.js";
import { levelsText, positionText, rolesOf, sideText, headlineText, whereText } from "./words.js";

const LINE_WIDTH = 100;
const LEVEL_WIDTH = "dangerous".length + 2;

export function textReport(comparison: ReviewedComparison): Printable {
  const { before, after, changes, ignored } = comparison;
  const roles = rolesOf(comparison);
  return joinLines([
    pathLine(before.name, `${sideText(before).slice(before.name.length)} -> ${sideText(after)}`),
    ...groupChanges(changes).flatMap((group) => groupLines(group, roles)),
    EMPTY_LINE,
    composedLine(countsText(countsOf(changes), ignored)),
    EMPTY_LINE,
  ]);
}

function groupLines(group: ChangeGroup, roles: readonly Role[]): Line[] {
  const { title, isCapability, counts, changes } = group;
  const text = `${title}: ${countsText(counts)}`;
  return [
    EMPTY_LINE,
    isCapability ? line`Capability ${text}` : composedLine(text),
    ...changes.flatMap((change) => changeLines(change, roles)),
  ];
}

function changeLines(change: Change, roles: readonly Role[]): Line[] {
  const { level, rule } = change;
  const where = whereText(change);
  return [
    ...hanging(
      startLine(level, `${" ".repeat(LEVEL_WIDTH - level.length)}${headlineText(change)}`),
      LEVEL_WIDTH,
    ),
    ...detail(where === undefined ? line`[${rule}]` : line`[${rule}] ${where}`),
    ...detail(composedLine(levelsText(change, roles))),
    ...placeLines("before", change.before, "new"),
    ...placeLines("after", change.after, "gone"),
  ];
}

function placeLines(
  side: "before" | "after",
  place: SourceLocation | undefined,
  without: string,
): Line[] {
  const space = " ".repeat(SIDE_WIDTH - side.length);
  if (place === undefined) return detail(startLine(side, `${space}(${without})`));
  const { pointer } = place;
  const at = pointer === undefined || pointer === "" ? "" : ` ${pointer}`;
  return detail(startLine(side, space + positionText(place) + at), SIDE_WIDTH);
}

const SIDE_WIDTH = "before".length + 1;

function detail(text: Line, hang = 0): Line[] {
  return hanging(text, hang, MARGIN + LEVEL_WIDTH);
}

const MARGIN = 2;

/** A first line, and those that continue it below the text behind its label. */
function hanging(text: Line, hang: number, margin = MARGIN): Line[] {
  return wrapLine(text, LINE_WIDTH - margin, hang).map((each) => indented(each, margin));
}
