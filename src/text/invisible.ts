/**
 * Invisible characters: controls, direction marks, zero-width and other default-ignorable characters, and lone surrogates.
 * They would hide text from a reviewer, or show it in another place.
 */

const CLASS = "\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029\\p{Default_Ignorable_Code_Point}";

/** Without the joiners and selectors that emoji and some scripts need. */
export const INVISIBLE_IN_PROSE = new RegExp(`(?![\\u200c\\u200d\\ufe0e\\ufe0f])[${CLASS}]`, "gu");

/** For strings and patterns, where joiners can be escaped. Without the selectors of emoji. */
export const INVISIBLE_IN_CODE = new RegExp(`(?![\\ufe0e\\ufe0f])[${CLASS}]`, "gu");

/** @param text the inside of a JSON or JavaScript string; existing escapes stay */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE_IN_CODE, (character) => {
    let escaped = "";
    for (let index = 0; index < character.length; index++)
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
