/** Words as they are compared: without case, accents and punctuation. */

/** `Café-Table` -> `["cafe", "table"]`. */
export function foldedWords(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** One text for all that read the same: `Bags & Straps` and `bags straps`. */
export function folded(text: string): string {
  return foldedWords(text).join(" ");
}
