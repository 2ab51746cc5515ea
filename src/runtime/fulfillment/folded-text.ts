/** Texts as people compare them: without regard to case, width and space. */

export function foldText(text: string): string {
  // Upper case first: it takes apart what lower case keeps, such as a sharp s.
  return text.normalize("NFKC").trim().replace(/\s+/gu, " ").toUpperCase().toLowerCase();
}
