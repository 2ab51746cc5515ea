/** Prints all codes, with a table for each area, and all rules of diff. */

import type { Entry } from "../../../explain/catalog.js";
import type { RuleEntry } from "./rule-entries.js";
import { line, ownLine, type Line } from "../../../text/line.js";
import { section, ownTable, type Column } from "../../table.js";

const COLUMNS: readonly Column[] = [
  { heading: "CODE" },
  { heading: "EXIT", align: "right" },
  { heading: "SUMMARY" },
];

const RULE_COLUMNS: readonly Column[] = [{ heading: "RULE" }, { heading: "PURPOSE" }];

export function listText(entries: readonly Entry[], rules: readonly RuleEntry[]): Line[] {
  const areas = [...new Set(entries.map(({ area }) => area))];
  return [
    line`proto-gen explain CODE describes one, with an example. Exit 0 means a warning.`,
    ...areas.flatMap((area) => section(ownLine(area), areaLines(entries, area))),
    ...section(
      line`Rules of diff`,
      ownTable(
        RULE_COLUMNS,
        rules.map(({ id, purpose }) => [id, purpose]),
      ),
    ),
  ];
}

function areaLines(entries: readonly Entry[], area: string): Line[] {
  const rows = entries
    .filter((entry) => entry.area === area)
    .map(({ code, exit, summary }) => [code, String(exit), summary]);
  return ownTable(COLUMNS, rows);
}
