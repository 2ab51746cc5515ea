/**
 * Escapes other people's text for error messages, which end up in logs and terminals: nothing in it may break a line
 * or hide. It is also the only place where text is shortened: cutting at a UTF-16 unit may leave a lone surrogate, which strict JSON
 * parsers reject (RFC 8259 §8.2, RFC 7493 §2.1), and with it the whole message.
 */

/**
 * Controls, direction marks, other invisible characters and lone surrogates, but not the variation selectors of
 * emoji.
 */
export const INVISIBLE: RegExp =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The text in one line, nothing of it invisible.
 *
 * @example printableText("a\nb") // "a\\u{a}b"
 */
export function printableText(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

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
