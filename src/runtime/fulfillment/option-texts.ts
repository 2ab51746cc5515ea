/** Checks the texts of options for repetitions and complete sentences (§2.6). */

/**
 * A title of several words is repeated if the description contains it. A single word must be the whole description or
 * precede it, as in "Express: tomorrow"; elsewhere it may just be the right word.
 */
export function repeatsTitle(description: string, title: string): boolean {
  const [text, phrase] = [foldText(description), foldText(title)];
  if (phrase === "") return false;
  if (phrase.includes(" ")) return hasPhrase(text, phrase);
  return (
    text.startsWith(phrase) &&
    /^(?:$|\s?[^\p{L}\p{N}\p{M}\s'’-]|\s[-–—])/u.test(text.slice(phrase.length))
  );
}

function hasPhrase(text: string, phrase: string): boolean {
  let at = text.indexOf(phrase);
  while (at >= 0) {
    if (!isWord(text[at - 1]) && !isWord(text[at + phrase.length])) return true;
    at = text.indexOf(phrase, at + 1);
  }
  return false;
}

function isWord(character: string | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(character ?? "");
}

/** As far as a program can tell: it has a letter or digit, and ends like a sentence. */
export function isSentence(text: string): boolean {
  return /[\p{L}\p{N}].*[.!?…。！？｡؟।][\p{Pe}\p{Pf}"']*$/su.test(text.trim().slice(-2_000));
}

/** Normalizes texts so that people would consider them equal: ignores case, width and white space. */
export function foldText(text: string): string {
  // Upper case first, which expands characters that lower case preserves, such as ß.
  return text.normalize("NFKC").trim().replace(/\s+/gu, " ").toUpperCase().toLowerCase();
}
