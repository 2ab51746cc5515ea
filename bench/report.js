/** Tables for people, as aligned Markdown. */

export function printTable({ title, ...table }) {
  console.log([`\n${title}\n`, ...tableLines(table)].join("\n"));
}

export function tableLines({ columns, rows }) {
  const cells = [columns, ...rows.map((row) => row.map(format))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index].length)));
  const line = (row) =>
    `| ${row.map((cell, index) => (index ? cell.padStart(widths[index]) : cell.padEnd(widths[index]))).join(" | ")} |`;
  const rule = `| ${widths.map((width, index) => (index ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)];
}

/** Counts in full, ratios and times with two decimals, three below ten. */
function format(value) {
  if (value === null || value === undefined) return "-";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 3 : 2);
}

export function summaryTable(figures) {
  return {
    title: "Summary",
    columns: ["figure", "measured", "target", "verdict"],
    rows: figures.map((figure) => [
      figure.name,
      figure.measured,
      figure.target === null ? "-" : `${figure.atLeast ? ">=" : "<="} ${figure.target}`,
      verdict(figure),
    ]),
  };
}

/** A ratio of times must be at most its target; one of rates, where `atLeast` says so, at least. */
export function verdict({ measured, target, atLeast, void: voided }) {
  if (measured === null) return "not measured";
  return voided ?? ((atLeast ? measured >= target : measured <= target) ? "met" : "missed");
}
