/** Prints a validation: each issue, its line in the payload, and the line of the rule in the schema. */

import { formatLocation, locationLine } from "../../../errors.js";
import { countText } from "../../../text/count.js";
import { indented, line, pathLine, type Line } from "../../../text/line.js";
import { paintMarks, type Paint } from "../../color.js";
import type { PlaceReport } from "../../report.js";
import type { IssueReport, ValidateReport } from "./report.js";

export function validText({ payload, against }: ValidateReport): Line {
  return pathLine(payload, ` is valid: ${against}`);
}

export function issuesText(
  { payload, against, issues, more }: ValidateReport,
  paint: Paint,
): Line[] {
  const count = more ? `${issues.length} or more issues` : countText(issues.length, "issue");
  return [
    pathLine(payload, `: ${count}, as ${against}`),
    ...issues.flatMap((issue) => issueLines(issue, paint)),
  ];
}

function issueLines(
  { pointer, message, capability, place, rule }: IssueReport,
  paint: Paint,
): Line[] {
  const { pointer: _inPayload, ...at } = place;
  return [
    // A pointer begins with a slash.
    pointer === "" ? line`(the whole payload) ${message}` : line`/${pointer.slice(1)} ${message}`,
    paintPlace(locationLine(at), at, paint),
    ...ruleLines(capability, rule, paint),
  ];
}

function ruleLines(capability: string | null, rule: PlaceReport | undefined, paint: Paint): Line[] {
  if (rule === undefined) return capability === null ? [] : [indented(line`rule: ${capability}`)];
  const owner = capability === null ? "" : `${capability}, `;
  return [paintPlace(line`rule: ${owner}${formatLocation(rule)}`, rule, paint)];
}

function paintPlace(text: Line, place: PlaceReport, paint: Paint): Line {
  return paintMarks(indented(text), [["place", formatLocation(place)]], paint);
}
