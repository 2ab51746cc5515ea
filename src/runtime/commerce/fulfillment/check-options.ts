/**
 * Checks that a buyer can distinguish the options of a group, reads nothing twice, and reads complete sentences (§2.6).
 */

import { checkTotals } from "../totals/check-totals.js";
import type { Total } from "../totals/total.js";
import { breach, type FulfillmentBreach } from "./breach.js";
import type { FulfillmentOption } from "./fulfillment.js";
import { cutText } from "../../text/cut-text.js";

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

/** Long enough for texts beside an option; the rest is not read. */
const MAX_TEXT = 2_000;

const SPACE = "[ \\u00a0\\u202f]";
/** Integers with or without groups of three digits, and decimals. */
const NUMBER = /* @__PURE__ */ new RegExp(
  `(?<![\\d.,:])(?:(\\d{1,3}(?:([.,'’]|${SPACE})\\d{3})(?:\\2\\d{3})*)|\\d+)(?:[.,](\\d+))?(?![\\d:]|[.,]\\d)`,
  "gu",
);

/**
 * Detects with certainty whether a text mentions a given price. A number is the price if a sign or code of the
 * currency is next to it, as in "$5" or "5 EUR", or if it has all decimals of the currency and nothing else is
 * attached: no time of day, no quantity.
 * @param currency ISO 4217; false if it is unknown
 */
function namesPrice(text: string, amount: number, currency: string): boolean {
  const signs = signsOf(currency);
  if (signs === undefined || !Number.isSafeInteger(amount)) return false;
  const short = cutText(text, MAX_TEXT);
  return [...short.matchAll(NUMBER)].some((match) => {
    const [number, , , fraction] = match;
    const isPrice = readings(match, signs.decimals).includes(BigInt(amount));
    if (!isPrice) return false;
    const before = short.slice(0, match.index);
    const after = short.slice(match.index + number.length);
    if (isMarked(before, after, signs)) return true;
    return (
      signs.decimals > 0 && fraction?.length === signs.decimals && isBare(before, after, number)
    );
  });
}

interface Signs {
  readonly decimals: number;
  readonly texts: readonly string[];
}

function signsOf(currency: string): Signs | undefined {
  try {
    const formats = (["symbol", "narrowSymbol", "code"] as const).map(
      (currencyDisplay) =>
        new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay }),
    );
    const texts = formats.flatMap((format) =>
      format.formatToParts(0).flatMap(({ type, value }) => (type === "currency" ? [value] : [])),
    );
    const decimals = formats[0]?.resolvedOptions().maximumFractionDigits ?? 0;
    return { decimals, texts: texts.map((each) => each.toLowerCase()) };
  } catch {
    return undefined;
  }
}

/** In minor units. If a currency's decimals could also be a group of digits, both readings are possible. */
function readings(match: RegExpExecArray, decimals: number): readonly bigint[] {
  const [number, grouped, separator, fraction] = match;
  const digits = number.replace(/\D/gu, "");
  const unit = 10n ** BigInt(decimals);
  if (fraction !== undefined) return fraction.length === decimals ? [BigInt(digits)] : [];
  const whole = BigInt(digits) * unit;
  const isEither = decimals === 3 && grouped?.length !== undefined && /[.,]/u.test(separator ?? "");
  return isEither ? [whole, BigInt(digits)] : [whole];
}

function isMarked(before: string, after: string, { texts }: Signs): boolean {
  const [left, right] = [before.trimEnd().toLowerCase(), after.trimStart().toLowerCase()];
  return texts.some(
    (text) =>
      (left.endsWith(text) && !isLetter(left.at(-text.length - 1), text[0])) ||
      (right.startsWith(text) && !isLetter(right[text.length], text.at(-1))),
  );
}

/** A code or letter sign must not be part of a longer word. */
function isLetter(next: string | undefined, own: string | undefined): boolean {
  return /\p{L}/u.test(own ?? "") && /\p{L}/u.test(next ?? "");
}

const TIME_OF_DAY = /^(?:[01]?\d|2[0-3])[.,][0-5]\d$/u;
/** Marks a number as a quantity, or an amount in another currency. */
const UNIT_AFTER = /^\s*[\p{L}%‰°\p{Sc}"″'′]/u;
const UNIT_BEFORE = /(?:[\p{L}#+-]|\p{Sc}\s?|(?<!\p{L})\p{Lu}{3}\s)$/u;

function isBare(before: string, after: string, number: string): boolean {
  return !TIME_OF_DAY.test(number) && !UNIT_AFTER.test(after) && !UNIT_BEFORE.test(before);
}
