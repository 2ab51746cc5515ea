/** The error of all JSON parsers here, with the place of the problem. */

export type JsonErrorCode =
  /** The text is not JSON (RFC 8259 §2). */
  | "JSON_SYNTAX"
  /** The text starts with U+FEFF (RFC 8259 §8.1). */
  | "JSON_BYTE_ORDER_MARK"
  /** An object has two members with the same name (RFC 7493 §2.3). */
  | "JSON_DUPLICATE_KEY"
  /** A string contains a lone surrogate, which UTF-8 cannot represent (RFC 7493 §2.1). */
  | "JSON_LONE_SURROGATE"
  /** A number would be read as infinite or, with `safeNumbers`, as a different one (RFC 7493 §2.2). */
  | "JSON_NUMBER_RANGE"
  /** Arrays and objects are nested deeper than allowed (RFC 8259 §9). */
  | "JSON_TOO_DEEP"
  /** The bytes are not UTF-8 (RFC 8259 §8.1). */
  | "JSON_INVALID_UTF8"
  /** The text is not a JSON Pointer (RFC 6901 §3). */
  | "JSON_POINTER_SYNTAX";

/**
 * `line` and `column` start at 1 and count UTF-16 code units. `offset` starts at 0 and counts code units of a text,
 * or bytes if bytes were parsed. `reason` is the message without code and place.
 */
export class JsonSyntaxError extends SyntaxError {
  override readonly name: string = "JsonSyntaxError";
  readonly code: JsonErrorCode;
  readonly reason: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;

  constructor(code: JsonErrorCode, reason: string, place: Place) {
    super(`${code}: ${reason} (line ${place.line}, column ${place.column})`);
    this.code = code;
    this.reason = reason;
    this.line = place.line;
    this.column = place.column;
    this.offset = place.offset;
  }
}

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
