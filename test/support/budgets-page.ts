/** The page of budgets, `docs/budgets.md`. In: the table. Out: its text, as prettier has it. */

import { format } from "prettier";
import { BUDGETS } from "../../src/budgets.js";

const INTRODUCTION = `# Budgets

A schema is someone else's text, and a small one can ask for more time, memory or output than a machine has. So inputs, and
what is made of them, are counted, and what exceeds a budget is refused with its code, its place and both numbers. No budget
is a measured time: an input has the same verdict on every machine. [ADR 54](adr/0054-budgets.md) has the reasons.
`;

export async function budgetsPage(): Promise<string> {
  const rows = Object.entries(BUDGETS).map(([name, { limit, counts, of, code }]) =>
    [name, limit.toLocaleString("en-US"), counts, of, code === undefined ? "" : link(code)].join(
      " | ",
    ),
  );
  const table = ["budget | limit | counts | in | refused with", "- | -: | - | - | -", ...rows];
  return format(`${INTRODUCTION}\n${table.map((row) => `| ${row} |`).join("\n")}\n`, {
    parser: "markdown",
    printWidth: 100,
  });
}

function link(code: string): string {
  return `[${code}](codes.md#${code.toLowerCase()})`;
}
