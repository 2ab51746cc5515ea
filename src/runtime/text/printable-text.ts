/**
 * Escapes other people's text for error messages, which end up in logs and terminals: nothing in it may break a line
 * or hide.
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
