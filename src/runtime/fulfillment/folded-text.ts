/** Normalizes texts so that people would consider them equal: ignores case, width and white space. */

export function foldText(text: string): string {
  // Upper case first, which expands characters that lower case preserves, such as ß.
  return text.normalize("NFKC").trim().replace(/\s+/gu, " ").toUpperCase().toLowerCase();
}
