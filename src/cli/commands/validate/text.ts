/** Prints a validation: each issue, its line in the payload, and the line of the rule in the schema. */

import { formatLocation } from "../../../errors.js";
import { countText } from "../../../text/count.js";
import { paintMarks, type Paint } from "../../color.js";
import type { IssueReport, ValidateReport } from "./report.js";
import { oneLine } from "../../table.js";

export function validText({ payload, against }: ValidateReport): string {
  return oneLine(`${payload} is valid: ${against}`);
}

export function issuesText(
  { payload, against, issues, more }: ValidateReport,
  paint: Paint,
): string {
  const count = more ? `${issues.length} or more issues` : countText(issues.length, "issue");
  return [
    oneLine(`${payload}: ${count}, as ${against}`),
    ...issues.flatMap((issue) => issueLines(issue, paint)),
  ].join("\n");
}

function issueLines(
  { pointer, message, capability, place, rule }: IssueReport,
  paint: Paint,
): string[] {
  const { file, line, column } = place;
  const at = oneLine(formatLocation({ file, ...position(line, column) }));
  const ruleAt = rule === undefined ? undefined : oneLine(formatLocation(rule));
  const source = [capability === null ? undefined : oneLine(capability), ruleAt]
    .filter((each) => each !== undefined)
    .join(", ");
  return [
    oneLine(`${pointer === "" ? "(the whole payload)" : pointer} ${message}`),
    `  ${paint("place", at)}`,
    ...(source === "" ? [] : [`  ${paintMarks(source, [["place", ruleAt ?? ""]], paint)}`]),
  ];
}

function position(line: number | undefined, column: number | undefined): object {
  return { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}
