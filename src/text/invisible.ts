/**
 * Invisible characters: controls, direction marks, zero-width and other default-ignorable characters, and lone surrogates.
 * They would hide text from a reviewer, or show it in another place.
 */

import { INVISIBLE } from "@proto-gen/runtime/codegen/generator";

/** For strings and patterns, where joiners can be escaped. Without the selectors of emoji. */
export const INVISIBLE_IN_CODE = INVISIBLE;

/** Without the joiners and selectors that emoji and some scripts need. */
export const INVISIBLE_IN_PROSE = new RegExp(`(?![\\u200c\\u200d])${INVISIBLE.source}`, "gu");

/** @param text the inside of a JSON or JavaScript string; existing escapes stay */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE_IN_CODE, (character) => {
    let escaped = "";
    for (let index = 0; index < character.length; index++)
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    return escaped;
  });
}
