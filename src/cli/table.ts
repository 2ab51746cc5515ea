/**
 * Aligned columns of plain text. In: headings and rows. Out: lines of at most a hundred columns, where
 * the cells allow it; a column that says nothing is left out.
 */

import { oneLine } from "../text/one-line.js";
import { textWidth } from "../text/text-width.js";
import { wrap } from "../text/wrap.js";

export interface Column {
  readonly heading: string;
  readonly align?: "right";
  /** Gives room to the others: its cells are wrapped, to a few lines. Those of the last column always are. */
  readonly wraps?: boolean;
}

export { oneLine };

/** Text, or its lines one by one. */
export type Cell = string | readonly string[];

const LINE_WIDTH = 100;
const GAP = "  ";
/** Tables stand in from the margin. */
const MARGIN = GAP;
/** A column that wraps keeps as much, whatever the others take. */
const LEAST_WIDTH = 20;
/** Of a cell in the middle of a row; what is longer ends in an ellipsis. */
const MOST_LINES = 6;
const ELLIPSIS = "...";

export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string[] {
  const telling = columns.flatMap((column, index) =>
    rows.some((row) => linesOf(row[index]).some((line) => line !== "")) ? [{ column, index }] : [],
  );
  const headings = telling.map(({ column }) => [column.heading]);
  const cells = rows.map((row) => telling.map(({ index }) => linesOf(row[index]).map(oneLine)));
  const widths = fit(telling, [headings, ...cells]);
  return [headings, ...cells].flatMap((row) =>
    lines(
      row,
      telling.map(({ column }) => column),
      widths,
    ),
  );
}

function linesOf(cell: Cell = ""): readonly string[] {
  return typeof cell === "string" ? [cell] : cell;
}

/** Lines below a heading, in from the margin. */
export function section(heading: string, body: readonly string[]): string[] {
  return body.length === 0 ? [] : ["", heading, ...body.map(indented)];
}

export function indented(line: string): string {
  return line === "" ? "" : MARGIN + line;
}

interface Telling {
  readonly column: Column;
  readonly index: number;
}

/** Cells of a row, each as its lines. */
type Row = readonly (readonly string[])[];

function fit(telling: readonly Telling[], rows: readonly Row[]): number[] {
  const widths = telling.map((_, at) =>
    Math.max(...rows.flatMap((row) => (row[at] ?? []).map(textWidth))),
  );
  const total = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const excess = total - LINE_WIDTH;
  return widths.map((width, at) =>
    excess > 0 && telling[at]?.column.wraps === true
      ? Math.min(width, Math.max(LEAST_WIDTH, width - excess))
      : width,
  );
}

/** A row, in as many lines as its tallest cell has. */
function lines(row: Row, columns: readonly Column[], widths: readonly number[]): string[] {
  const last = row.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const cells = row.map((cell, at) => {
    const width = widths[at] ?? 0;
    const room = Math.max(LEAST_WIDTH, LINE_WIDTH - MARGIN.length - before);
    if (at === last) return cell.flatMap((text) => wrap(text, room));
    return columns[at]?.wraps === true
      ? shortened(
          cell.flatMap((text) => wrap(text, width)),
          width,
        )
      : cell;
  });
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, at) => padded(cell[line] ?? "", widths[at] ?? 0, columns[at]?.align))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number, align: Column["align"]): string {
  const padding = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "right" ? padding + text : text + padding;
}

function shortened(all: readonly string[], width: number): string[] {
  const kept = all.slice(0, MOST_LINES).map((line) => cut(line, width));
  const last = kept.at(-1) ?? "";
  return all.length <= MOST_LINES
    ? kept
    : [...kept.slice(0, -1), last.endsWith(ELLIPSIS) ? last : cut(`${last} ${ELLIPSIS}`, width)];
}

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  for (const character of text) {
    if (textWidth(kept + character) > width - ELLIPSIS.length) break;
    kept += character;
  }
  return kept + ELLIPSIS;
}
