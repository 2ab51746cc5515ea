/**
 * The tokens of JSON (RFC 8259). Each function takes the offset of a token and returns the offset after it, or throws
 * a `JsonSyntaxError`.
 */
import { type JsonErrorCode, JsonSyntaxError, placeAt } from "./json-syntax-error.js";

export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const OPENING_BRACKET = 91;
export const CLOSING_BRACKET = 93;
export const OPENING_BRACE = 123;
export const CLOSING_BRACE = 125;

const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const BACKSLASH = 92;
const LETTER_E = 101;
const LETTER_U = 117;

// One repeated class matches in linear time, four times as fast as a loop. With the u flag a surrogate pair is one
// character, so only lone surrogates are in that range.
const SPACES = /[ \n\r\t]*/y;
const PLAIN = /[^"\\\0-\x1f\ud800-\udfff]*/uy;

/** The first offset from `at` that is not insignificant white space. */
export function skipSpace(text: string, at: number): number {
  if (text.charCodeAt(at) > SPACE) return at;
  // Fast path: tokens are often separated by one space.
  if (text.charCodeAt(at) === SPACE && text.charCodeAt(at + 1) > SPACE) return at + 1;
  return runEnd(text, at, SPACES);
}

/** The end of the characters at `at` that match `run`, which also matches none. */
function runEnd(text: string, at: number, run: RegExp): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}

/** The end of the string, number or literal at `at`. */
export function scalarEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return stringEnd(text, at);
  if (code === MINUS || isDigit(code)) return numberEnd(text, at);
  for (const literal of ["true", "false", "null"]) {
    if (text.startsWith(literal, at)) return at + literal.length;
  }
  throw unexpected(text, at, "a value");
}

/** The end of the string whose opening quote is at `at`. */
export function stringEnd(text: string, at: number): number {
  let end = runEnd(text, at + 1, PLAIN);
  while (text.charCodeAt(end) === BACKSLASH) {
    end = escapeEnd(text, end);
    if (text.charCodeAt(end) !== BACKSLASH) end = runEnd(text, end, PLAIN);
  }
  const code = text.charCodeAt(end);
  if (code === QUOTE) return end + 1;
  throw isSurrogate(code)
    ? loneSurrogate(text, end, code)
    : unexpected(text, end, "a closing quote");
}

/** The value of the string between these offsets, which include the quotes. */
export function stringValue(text: string, at: number, end: number): string {
  const content = text.slice(at + 1, end - 1);
  return content.includes("\\") ? (JSON.parse(`"${content}"`) as string) : content;
}

/** The end of the escape sequence at `at`, or of two if they are a surrogate pair. */
function escapeEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== LETTER_U) {
    if (at + 1 < text.length && '"\\/bfnrt'.includes(text.charAt(at + 1))) return at + 2;
    throw unexpected(text, at + 1, 'one of " \\ / b f n r t u after a backslash');
  }
  const code = hexCode(text, at + 2);
  if (!isSurrogate(code)) return at + 6;
  const paired = text.startsWith("\\u", at + 6) && isPair(code, hexCode(text, at + 8));
  if (!paired) throw loneSurrogate(text, at, code);
  return at + 12;
}

/** The number written as four hexadecimal digits at `at`. */
function hexCode(text: string, at: number): number {
  let code = 0;
  for (let i = at; i < at + 4; i++) {
    const digit = hexDigit(text.charCodeAt(i));
    if (digit < 0) throw unexpected(text, i, "a hexadecimal digit");
    code = code * 16 + digit;
  }
  return code;
}

function hexDigit(code: number): number {
  if (isDigit(code)) return code - ZERO;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isPair(high: number, low: number): boolean {
  return high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff;
}

function numberEnd(text: string, at: number): number {
  const start = text.charCodeAt(at) === MINUS ? at + 1 : at;
  let end = text.charCodeAt(start) === ZERO ? start + 1 : digitsEnd(text, start);
  if (text.charCodeAt(end) === DOT) end = digitsEnd(text, end + 1);
  const exponent = (text.charCodeAt(end) | 32) === LETTER_E;
  if (exponent) {
    const sign = text.charCodeAt(end + 1);
    end = digitsEnd(text, sign === PLUS || sign === MINUS ? end + 2 : end + 1);
  }
  // Without an exponent, exceeding a double takes 309 digits.
  if ((exponent || end - at > 308) && !Number.isFinite(Number(text.slice(at, end)))) {
    throw failure(text, at, "JSON_NUMBER_RANGE", "the number is beyond the range of a double");
  }
  return end;
}

/** The end of the digits at `at`. At least one is required. */
function digitsEnd(text: string, at: number): number {
  if (!isDigit(text.charCodeAt(at))) throw unexpected(text, at, "a digit");
  let end = at + 1;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57;
}

export function failure(
  text: string,
  at: number,
  code: JsonErrorCode,
  reason: string,
): JsonSyntaxError {
  return new JsonSyntaxError(code, reason, placeAt(text, at));
}

export function unexpected(text: string, at: number, expected: string): JsonSyntaxError {
  return failure(text, at, "JSON_SYNTAX", `expected ${expected} but found ${found(text, at)}`);
}

function loneSurrogate(text: string, at: number, code: number): JsonSyntaxError {
  const half = code < 0xdc00 ? "high" : "low";
  return failure(
    text,
    at,
    "JSON_LONE_SURROGATE",
    `${unicode(code)} is a ${half} surrogate without its pair`,
  );
}

/** Describes the text at `at`: a whole word if possible, since `NaN` says more than `N`. */
function found(text: string, at: number): string {
  if (at >= text.length) return "the end of the text";
  const word = /^\w*/.exec(text.slice(at, at + 20))![0];
  const code = text.codePointAt(at)!;
  return code > SPACE && code < 127 ? JSON.stringify(word || text.charAt(at)) : unicode(code);
}

function unicode(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
