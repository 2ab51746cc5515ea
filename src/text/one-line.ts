/** In: text from a profile or schema. Out: the same in one line: what would break or steer it is escaped. */

export function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
