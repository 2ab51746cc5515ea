/**
 * The width of text in columns, as prettier counts it: combining marks take none, East Asian wide characters and emoji
 * two. The emoji of a joined sequence are counted one by one, which matters only where a line would just fit.
 */

const NOT_ASCII = /[^\x20-\x7e]/;
const NO_WIDTH = /[\u0000-\u001f\u007f-\u009f\p{Nonspacing_Mark}\p{Enclosing_Mark}]/u;
const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

export function textWidth(text: string): number {
  if (!NOT_ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!NO_WIDTH.test(character)) width += TWO_COLUMNS.test(character) ? 2 : 1;
  }
  return width;
}
