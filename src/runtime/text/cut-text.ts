/**
 * The only place where text is shortened. Cutting at a UTF-16 unit may leave a lone surrogate, which strict JSON
 * parsers reject (RFC 8259 §8.2, RFC 7493 §2.1), and with it the whole message.
 */

/**
 * The beginning of a text: `maxLength` units of UTF-16 at most, and no half of a character at its end.
 * @param mark what follows where something was left out: `…`
 * @example
 * ```ts
 * import { cutText } from "@proto-gen/runtime/json";
 *
 * cutText("a😀", 2); // "a"
 * cutText("The camera is sold out.", 10, "…"); // "The camera…"
 * ```
 */
export function cutText(text: string, maxLength: number, mark = ""): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") + mark;
}

/** True if a cut at `offset` would separate a surrogate pair. */
export function isHalfOfPair(text: string, offset: number): boolean {
  return (
    isBetween(text.charCodeAt(offset - 1), 0xd800, 0xdbff) &&
    isBetween(text.charCodeAt(offset), 0xdc00, 0xdfff)
  );
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
