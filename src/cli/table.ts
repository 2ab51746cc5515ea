/**
 * Prints tables of plain text with aligned columns. Lines have at most a hundred characters if the cells allow it.
 * Columns without any content are left out.
 */

import {
  EMPTY_LINE,
  indented,
  MARK,
  markedLine,
  ownLine,
  printable,
  type Line,
} from "../text/line.js";
import { textWidth } from "../text/text-width.js";
import { wrap } from "../text/wrap.js";

export interface Column {
  readonly heading: string;
  readonly align?: "right";
  /** Cells are wrapped to a few lines if the table is too wide. Cells of the last column always are. */
  readonly wraps?: boolean;
}

/** Text, or its lines. */
export type Cell = string | readonly string[];

const LINE_WIDTH = 100;
const GAP = "  ";
/** Wrapped columns are never narrower than this. */
const MIN_WIDTH = 20;
/** Wrapped cells that are longer are cut off with an ellipsis. */
const MAX_LINES = 6;
const ELLIPSIS = "...";

/** Rows behind a mark: cells are names and texts of documents. */
export function table(columns: readonly Column[], rows: Rows): Line[] {
  return tableTexts(columns, rows).map(markedLine);
}

/** Indented rows of the package's own prose; a wall keeps documents away. */
export function ownTable(columns: readonly Column[], rows: Rows): Line[] {
  return tableTexts(columns, rows).map((text) => indented(ownLine(text)));
}

type Rows = readonly (readonly Cell[])[];

function tableTexts(columns: readonly Column[], rows: Rows): string[] {
  const shownColumns = columns.flatMap((column, index) =>
    rows.some((row) => linesOf(row[index]).some((line) => line !== "")) ? [{ column, index }] : [],
  );
  const headings = shownColumns.map(({ column }) => [column.heading]);
  const cells = rows.map((row) =>
    shownColumns.map(({ index }) => linesOf(row[index]).map(printable)),
  );
  const widths = fitWidths(shownColumns, [headings, ...cells]);
  return [headings, ...cells].flatMap((row) =>
    rowLines(
      row,
      shownColumns.map(({ column }) => column),
      widths,
    ),
  );
}

function linesOf(cell: Cell = ""): readonly string[] {
  return typeof cell === "string" ? [cell] : cell;
}

/** Lines below a heading; nothing if there are none. */
export function section(heading: Line, body: readonly Line[]): Line[] {
  return body.length === 0 ? [] : [EMPTY_LINE, heading, ...body];
}

/** A column that is printed, and its position in the rows. */
interface ShownColumn {
  readonly column: Column;
  readonly index: number;
}

/** The lines of each cell. */
type Row = readonly (readonly string[])[];

function fitWidths(shownColumns: readonly ShownColumn[], rows: readonly Row[]): number[] {
  const widths = shownColumns.map((_, at) =>
    Math.max(...rows.flatMap((row) => (row[at] ?? []).map(textWidth))),
  );
  const total = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const excess = total - LINE_WIDTH;
  return widths.map((width, at) =>
    excess > 0 && shownColumns[at]?.column.wraps === true
      ? Math.min(width, Math.max(MIN_WIDTH, width - excess))
      : width,
  );
}

/** Prints a row in as many lines as its tallest cell has. */
function rowLines(row: Row, columns: readonly Column[], widths: readonly number[]): string[] {
  const last = row.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const cells = row.map((cell, at) => {
    const width = widths[at] ?? 0;
    const room = Math.max(MIN_WIDTH, LINE_WIDTH - MARK.length - before);
    if (at === last) return cell.flatMap((text) => wrap(text, room));
    return columns[at]?.wraps === true
      ? limitLines(
          cell.flatMap((text) => wrap(text, width)),
          width,
        )
      : cell;
  });
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, at) => padCell(cell[line] ?? "", widths[at] ?? 0, columns[at]?.align))
      .join(GAP)
      .trimEnd(),
  );
}

function padCell(text: string, width: number, align: Column["align"]): string {
  const padding = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "right" ? padding + text : text + padding;
}

function limitLines(all: readonly string[], width: number): string[] {
  const kept = all.slice(0, MAX_LINES).map((line) => truncate(line, width));
  const last = kept.at(-1) ?? "";
  return all.length <= MAX_LINES
    ? kept
    : [
        ...kept.slice(0, -1),
        last.endsWith(ELLIPSIS) ? last : truncate(`${last} ${ELLIPSIS}`, width),
      ];
}

function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  for (const character of text) {
    if (textWidth(kept + character) > width - ELLIPSIS.length) break;
    kept += character;
  }
  return kept + ELLIPSIS;
}
