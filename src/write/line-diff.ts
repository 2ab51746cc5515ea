/**
 * A readable difference of two texts: hunks as `diff -u` prints them, shortened to what a terminal can show. The
 * texts are generated files, which may differ in every line: the search for common lines is bounded.
 */

import { cutText } from "@proto-gen/runtime/json";
import { structuredPatch, type StructuredPatchHunk } from "diff";

const CONTEXT = 3;
const MAX_LINES = 60;
const MAX_COLUMNS = 200;
/** The search takes quadratic time in the number of edits; beyond these, one block replaces the other. */
const MAX_EDITS = 1000;

/** @returns hunks without file names, ending in a newline; empty where the texts are equal */
export function lineDiff(before: string, after: string): string {
  if (before === after) return "";
  const lines = hunksOf(before, after).flatMap(hunkLines);
  const shown = lines.slice(0, MAX_LINES).map(shorten);
  const more = lines.length - shown.length;
  return `${[...shown, ...(more > 0 ? [`... ${more} more lines`] : [])].join("\n")}\n`;
}

function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
  // With a newline behind the last line, too, that line is compared like any other.
  const patch = structuredPatch("", "", `${before}\n`, `${after}\n`, "", "", options);
  return patch?.hunks ?? [blockHunk(before.split("\n"), after.split("\n"))];
}

/** All between the common lines at the start and at the end, as removed and added. */
function blockHunk(before: readonly string[], after: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const leading = before.slice(Math.max(0, start - CONTEXT), start);
  const trailing = before.slice(before.length - end).slice(0, CONTEXT);
  const first = start - leading.length + 1;
  return {
    oldStart: first,
    newStart: first,
    oldLines: leading.length + removed.length + trailing.length,
    newLines: leading.length + added.length + trailing.length,
    lines: [
      ...leading.map((line) => ` ${line}`),
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      ...trailing.map((line) => ` ${line}`),
    ],
  };
}

function hunkLines({
  oldStart,
  oldLines,
  newStart,
  newLines,
  lines,
}: StructuredPatchHunk): string[] {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines];
}

function shorten(text: string): string {
  return cutText(text, MAX_COLUMNS, "...");
}
