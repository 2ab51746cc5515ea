/**
 * In: text without line breaks. Out: the columns it takes in a fixed-width font, as prettier counts
 * them: marks none, East Asian wide characters and pictographs two. Sequences of pictographs that
 * join into one are counted each by itself; they only matter in the one column where a line breaks.
 */

const NOT_ASCII = /[^\x20-\x7e]/;
const NO_WIDTH = /[\u0000-\u001f\u007f-\u009f\p{Nonspacing_Mark}\p{Enclosing_Mark}]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

export function textWidth(text: string): number {
  if (!NOT_ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!NO_WIDTH.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
