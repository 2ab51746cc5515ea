/** Converts offsets in a text to line and column, for error messages. */
export interface Place {
  /** From 1. Lines end with a line feed. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** From 0, in UTF-16 code units. */
  readonly offset: number;
}

export function placeAt(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (
    let end = text.indexOf("\n");
    end >= 0 && end < offset;
    end = text.indexOf("\n", lineStart)
  ) {
    line++;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1, offset };
}
