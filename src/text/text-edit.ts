/** Edits of a text by offset: all that no edit replaces stays byte for byte. */

export interface TextEdit {
  /** Offsets of the replaced range; equal for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits do not overlap; in any order, insertions at one offset in the order given */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let position = 0;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => a.start - b.start)) {
    edited += text.slice(position, start) + inserted;
    position = end;
  }
  return edited + text.slice(position);
}
