/** The error of this folder: what is wrong with a text, and where. */
import type { Place } from "./place.js";

export type JsonErrorCode =
  /** The text is not JSON (RFC 8259 §2). */
  | "JSON_SYNTAX"
  /** The text starts with U+FEFF (RFC 8259 §8.1). */
  | "JSON_BYTE_ORDER_MARK"
  /** An object has two members of one name (RFC 7493 §2.3). */
  | "JSON_DUPLICATE_KEY"
  /** A string contains half of a surrogate pair, so UTF-8 could not say it (RFC 7493 §2.1). */
  | "JSON_LONE_SURROGATE"
  /** A number would be read as infinite or, where that is refused, as another one (RFC 7493 §2.2). */
  | "JSON_NUMBER_RANGE"
  /** Arrays and objects nest deeper than the reader allows (RFC 8259 §9). */
  | "JSON_TOO_DEEP"
  /** The bytes are not UTF-8 (RFC 8259 §8.1). */
  | "JSON_INVALID_UTF8"
  /** The pointer is not a JSON pointer (RFC 6901 §3). */
  | "JSON_POINTER_SYNTAX";

/**
 * `line` and `column` count from 1, in UTF-16 code units. `offset` counts from 0: code units of a
 * text, bytes if bytes were given. `reason` is the message without code and place.
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
