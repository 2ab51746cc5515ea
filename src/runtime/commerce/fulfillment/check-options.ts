/**
 * Checks that a buyer can distinguish the options of a group, reads nothing twice, and reads complete sentences (§2.6).
 */

import { checkTotals } from "../totals/check-totals.js";
import type { Total } from "../totals/total.js";
import { breach, type FulfillmentBreach } from "./breach.js";
import type { FulfillmentOption } from "./fulfillment.js";
import { namesPrice } from "./written-price.js";

export function checkOptions(
  options: readonly FulfillmentOption[],
  path: string,
  currency: string | undefined,
): readonly FulfillmentBreach[] {
  const each = options.flatMap((option, index) => {
    const place = `${path}[${index}]`;
    return [
      ...checkDescription(option, place, currency),
      ...checkCosts(option.totals, `${place}.totals`),
    ];
  });
  return [...checkTitles(options, path), ...each];
}

/** A word, or numbers as in a date or a time span: less does not help a buyer to decide. */
const TELLING = /\p{L}|\p{N}\P{N}+\p{N}/u;

function checkTitles(
  options: readonly FulfillmentOption[],
  path: string,
): readonly FulfillmentBreach[] {
  const seen = new Set<string>();
  return options.flatMap(({ title, description }, index) => {
    const folded = foldText(title);
    const place = `${path}[${index}].title`;
    if (folded === "") return [breach("option_title_empty", place, "a text", "none")];
    if (description === undefined && !TELLING.test(folded))
      return [
        breach("option_title_wordless", place, "a title with words, or a description", title),
      ];
    if (seen.has(folded)) return [breach("option_title_repeated", place, "another title", title)];
    seen.add(folded);
    return [];
  });
}

function checkDescription(
  { title, description, totals }: FulfillmentOption,
  path: string,
  currency: string | undefined,
): readonly FulfillmentBreach[] {
  if (description === undefined) return [];
  const place = `${path}.description`;
  const breaches: FulfillmentBreach[] = [];
  if (repeatsTitle(description, title))
    breaches.push(breach("description_repeats_title", place, "no title", description));
  const price = priceOf(totals);
  if (price !== undefined && currency !== undefined && namesPrice(description, price, currency))
    breaches.push(breach("description_repeats_price", place, "no price", description));
  return breaches;
}

function priceOf(totals: readonly Total[]): number | undefined {
  return totals.find(({ type }) => type === "total")?.amount;
}

/** A total alone is not a sum of anything. */
function checkCosts(totals: readonly Total[], path: string): readonly FulfillmentBreach[] {
  const breaches = checkTotals(totals, { path });
  const isAlone = totals.length === 1;
  return isAlone ? breaches.filter(({ code }) => code !== "total_mismatch") : breaches;
}

/**
 * A title of several words is repeated if the description contains it. A single word must be the whole description or
 * precede it, as in "Express: tomorrow"; elsewhere it may just be the right word.
 */
function repeatsTitle(description: string, title: string): boolean {
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
