/** The non-ASCII characters allowed in IRIs (RFC 3987 §2.2) and URI templates (RFC 6570 §1.5), by code point. */

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
