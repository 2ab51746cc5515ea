/**
 * The only place where text is cut to a length. A cut at a unit of UTF-16 may leave half a character, an unpaired surrogate,
 * which no strict reader of JSON accepts (RFC 8259 §8.2, RFC 7493 §2.1): a message with one hides all that it says.
 */

/**
 * The beginning of a text: `maxLength` units of UTF-16 at most, and no half of a character at its end.
 *
 * @param mark what follows where something was left out: `…`
 * @example cutText("a😀", 2) // "a"
 */
export function cutText(text: string, maxLength: number, mark = ""): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") + mark;
}

/** True if a cut at `offset` would come between the two surrogates of one character. */
export function isHalfOfPair(text: string, offset: number): boolean {
  return (
    isBetween(text.charCodeAt(offset - 1), 0xd800, 0xdbff) &&
    isBetween(text.charCodeAt(offset), 0xdc00, 0xdfff)
  );
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
