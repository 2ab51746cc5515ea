/** What a buyer reads of options (§2.6). In: texts. Out: whether one repeats another, or is no sentence. */

import { foldText } from "./folded-text.js";

/**
 * A title of several words is repeated where it stands in the description. One word is, where it is all of it
 * or stands before it, as in "Express: tomorrow"; elsewhere it may just be the word that is meant.
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

/** What a program can see of it: there is something, and it ends as a sentence does. */
export function isSentence(text: string): boolean {
  return /[\p{L}\p{N}].*[.!?…。！？｡؟।][\p{Pe}\p{Pf}"']*$/su.test(text.trim().slice(-2_000));
}
