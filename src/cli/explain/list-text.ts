/** All codes for people. In: entries. Out: a table an area, with the summary of each code. */

import type { Entry } from "../../explain/catalog.js";
import { section, table, type Column } from "../table.js";

const COLUMNS: readonly Column[] = [
  { heading: "CODE" },
  { heading: "EXIT", align: "right" },
  { heading: "SUMMARY" },
];

export function listText(entries: readonly Entry[]): string {
  const areas = [...new Set(entries.map(({ area }) => area))];
  return [
    "proto-gen explain CODE says what one means, with an example. Exit 0 is a warning.",
    ...areas.flatMap((area) => section(area, areaLines(entries, area))),
  ].join("\n");
}

function areaLines(entries: readonly Entry[], area: string): string[] {
  const rows = entries
    .filter((entry) => entry.area === area)
    .map(({ code, exit, summary }) => [code, String(exit), summary]);
  return table(COLUMNS, rows);
}
