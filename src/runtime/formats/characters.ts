/**
 * Character classes that several formats share. ASCII classes take UTF-16 code units from `charCodeAt`: NaN, beyond the
 * end of the text, is in no class. The classes of IRIs (RFC 3987 §2.2) and URI templates (RFC 6570 §1.5) take code
 * points.
 */

/**
 * A regular expression for a whole text, in both cases. This is a function because bundlers keep an unused
 * `new RegExp` of a template.
 */
export function anchored(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join("")}$`, "i");
}

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

/** ucschar: all assigned and unassigned characters, without surrogates and private use. */
export function isUcschar(codePoint: number): boolean {
  if (codePoint > 0xffff) {
    return codePoint < 0xf0000 && codePoint >> 12 !== 0xe0 && (codePoint & 0xffff) < 0xfffe;
  }
  return (
    (codePoint >= 0xa0 && codePoint < 0xd800) ||
    (codePoint >= 0xf900 && codePoint < 0xfdd0) ||
    (codePoint >= 0xfdf0 && codePoint < 0xfff0)
  );
}

/** iprivate: the private-use areas. */
export function isIprivate(codePoint: number): boolean {
  return (
    (codePoint >= 0xe000 && codePoint < 0xf900) ||
    (codePoint >= 0xf0000 && (codePoint & 0xffff) < 0xfffe)
  );
}
