/** In: a text, and what is put in the place of ranges of it. Out: the text; all else of it is as it was. */

export interface TextEdit {
  /** Offsets of what is replaced; equal where text is only put in. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits apart from each other, in any order; those at one place in the order given */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let position = 0;
  for (const { start, end, text: added } of [...edits].sort((a, b) => a.start - b.start)) {
    edited += text.slice(position, start) + added;
    position = end;
  }
  return edited + text.slice(position);
}
