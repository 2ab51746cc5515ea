/**
 * Character classes that several formats share, for UTF-16 code units from `charCodeAt`. NaN, beyond the end of the
 * text, is in no class.
 */

export const PLUS = 43;
export const HYPHEN = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const AT_SIGN = 64;
export const OPENING_BRACKET = 91;
export const CLOSING_BRACKET = 93;

/** DIGIT of RFC 5234: ASCII only. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** HEXDIG of RFC 5234, in either case. */
export function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
}

/** ALPHA of RFC 5234. */
export function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}
