/**
 * Characters that show nothing, or make others show elsewhere: controls, direction marks, zero-width and other
 * default-ignorable characters, and halves of surrogate pairs. In: text. Out: text in which a reviewer sees all that
 * is there.
 */

const CLASS = "\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029\\p{Default_Ignorable_Code_Point}";

/** Those in prose: what joins or selects glyphs of emoji and scripts is none. */
export const INVISIBLE_IN_PROSE = new RegExp(`(?![\\u200c\\u200d\\ufe0e\\ufe0f])[${CLASS}]`, "gu");

/** Those in a string or pattern, where an escape says the same. Selectors of emoji are none. */
export const INVISIBLE_IN_CODE = new RegExp(`(?![\\ufe0e\\ufe0f])[${CLASS}]`, "gu");

/** The inside of a JSON or JavaScript string, with `\\uXXXX` for each of them; what was escaped before stays so. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE_IN_CODE, (character) => {
    let escaped = "";
    for (let index = 0; index < character.length; index++)
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
