/**
 * A readable difference of two texts, in the manner of `diff -u`. In: the texts. Out: hunks with three
 * lines of context, shortened to what a terminal can show.
 */

const CONTEXT = 3;
const MAX_LINES = 60;
const MAX_COLUMNS = 200;
/** Cells of the table that finds common lines; larger differences are shown as one block. */
const MAX_CELLS = 1_000_000;

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** @returns hunks without file names, ending in a newline; empty where the texts are equal */
export function lineDiff(before: string, after: string): string {
  if (before === after) return "";
  if (before.replaceAll("\r\n", "\n") === after.replaceAll("\r\n", "\n")) {
    return "only the line endings differ: have git keep LF in it (.gitattributes: * text eol=lf)\n";
  }
  const lines = hunkLines(diffLines(before.split("\n"), after.split("\n")));
  const shown = lines.slice(0, MAX_LINES).map(shorten);
  const more = lines.length - shown.length;
  return `${[...shown, ...(more > 0 ? [`... ${more} more lines`] : [])].join("\n")}\n`;
}

function diffLines(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  return [
    ...before.slice(0, start).map(context),
    ...(removed.length * added.length > MAX_CELLS
      ? replaceBlock(removed, added)
      : commonSubsequence(removed, added)),
    ...before.slice(before.length - end).map(context),
  ];
}

function context(text: string): Edit {
  return { sign: " ", text };
}

function replaceBlock(removed: readonly string[], added: readonly string[]): Edit[] {
  return [
    ...removed.map((text): Edit => ({ sign: "-", text })),
    ...added.map((text): Edit => ({ sign: "+", text })),
  ];
}

function commonSubsequence(before: readonly string[], after: readonly string[]): Edit[] {
  const width = after.length + 1;
  // lengths[i * width + j]: the longest common subsequence of before[i..] and after[j..].
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const same = before[row] === after[column];
      lengths[row * width + column] = same
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      edits.push(context(before[row++] as string));
      column++;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1))
      edits.push({ sign: "-", text: before[row++] as string });
    else edits.push({ sign: "+", text: after[column++] as string });
  }
  return [...edits, ...replaceBlock(before.slice(row), after.slice(column))];
}

function hunkLines(edits: readonly Edit[]): string[] {
  const lines: string[] = [];
  let beforeLine = 1;
  let afterLine = 1;
  let position = 0;
  for (const [from, to] of hunkRanges(edits)) {
    // Between hunks every line is common to both.
    beforeLine += from - position;
    afterLine += from - position;
    const hunk = edits.slice(from, to);
    const beforeCount = hunk.filter(({ sign }) => sign !== "+").length;
    const afterCount = hunk.filter(({ sign }) => sign !== "-").length;
    lines.push(`@@ -${beforeLine},${beforeCount} +${afterLine},${afterCount} @@`);
    lines.push(...hunk.map(({ sign, text }) => `${sign}${text}`));
    beforeLine += beforeCount;
    afterLine += afterCount;
    position = to;
  }
  return lines;
}

function hunkRanges(edits: readonly Edit[]): [number, number][] {
  const ranges: [number, number][] = [];
  edits.forEach(({ sign }, index) => {
    if (sign === " ") return;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(edits.length, index + CONTEXT + 1);
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  });
  return ranges;
}

function shorten(text: string): string {
  return text.length <= MAX_COLUMNS ? text : `${text.slice(0, MAX_COLUMNS)}...`;
}
