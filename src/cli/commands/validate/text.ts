/** Prints a validation: each issue, its line in the payload, and the line of the rule in the schema. */

import { formatLocation } from "../../../errors.js";
import type { IssueReport, ValidateReport } from "./report.js";
import { oneLine } from "../../table.js";

export function validateText({ payload, against, issues, more }: ValidateReport): string {
  if (issues.length === 0) return oneLine(`${payload} is valid: ${against}`);
  const count = `${issues.length}${more ? " or more" : ""} issue${issues.length === 1 ? "" : "s"}`;
  return [oneLine(`${payload}: ${count}, as ${against}`), ...issues.flatMap(issueLines)].join("\n");
}

function issueLines({ pointer, message, capability, place, rule }: IssueReport): string[] {
  const { file, line, column } = place;
  const at = formatLocation({ file, ...position(line, column) });
  const source = [capability, rule && formatLocation(rule)]
    .filter((each) => each != null)
    .join(", ");
  return [
    oneLine(`${pointer === "" ? "(the whole payload)" : pointer} ${message}`),
    oneLine(`  ${at}`),
    ...(source === "" ? [] : [oneLine(`  ${source}`)]),
  ];
}

function position(line: number | undefined, column: number | undefined): object {
  return { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}
