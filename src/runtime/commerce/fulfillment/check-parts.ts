/**
 * The rules of §2.6 that a business's fulfillment may break, and the checks of its parts: ids are unique, choices refer to existing things,
 * and a buyer can distinguish the options of a group, reads nothing twice, and reads complete sentences.
 */

import { cutText } from "../../text/printable-text.js";
import { type Breach, type TotalsBreachCode, checkTotals } from "../totals/check-totals.js";
import type { Total } from "../totals/total.js";
import {
  type Destination,
  type FulfillmentGroup,
  type FulfillmentMethod,
  isSamePlace,
  type FulfillmentOption,
} from "./fulfillment.js";

export type FulfillmentBreachCode =
  /** A method has several groups, but the platform supports one. */
  | "groups_not_consolidated"
  | "multi_destination_not_allowed"
  | "combination_not_allowed"
  | "line_unknown"
  | "line_not_physical"
  /** In another method, in another group, or twice in one. */
  | "line_repeated"
  /** A line of the method is in none of its groups. */
  | "line_without_group"
  /** A line of the group does not belong to the method. */
  | "line_of_other_method"
  | "selected_destination_unknown"
  | "selected_option_unknown"
  | "id_repeated"
  | "option_title_empty"
  | "option_title_wordless"
  | "option_title_repeated"
  | "description_repeats_title"
  | "description_repeats_price"
  | "available_description_no_sentence"
  | "fulfillable_on_invalid"
  /** Of an option's totals. */
  | TotalsBreachCode;

export type FulfillmentBreach = Breach<FulfillmentBreachCode>;

export function breach(
  code: FulfillmentBreachCode,
  path: string,
  expected: string,
  found: string,
): FulfillmentBreach {
  return { code, path, expected, found };
}

interface Identified {
  readonly id: string | undefined;
  readonly path: string;
}

/**
 * Ids of methods and groups are unique in the whole fulfillment, those of destinations in their method, and those of
 * options in their group. Destinations of different methods may share an id if they are the same place.
 */
export function checkIds(
  methods: readonly FulfillmentMethod[],
  path: string,
): readonly FulfillmentBreach[] {
  const groups = methods.flatMap((method, index) =>
    identified(method.groups, `${path}[${index}].groups`),
  );
  const inMethods = methods.flatMap((method, index) => [
    ...checkUnique(identified(method.destinations, `${path}[${index}].destinations`)),
    ...(method.groups ?? []).flatMap((group, at) =>
      checkUnique(identified(group.options, `${path}[${index}].groups[${at}].options`)),
    ),
  ]);
  return [
    ...checkUnique(identified(methods, path)),
    ...checkUnique(groups),
    ...inMethods,
    ...checkPlaces(methods, path),
  ];
}

function identified(
  items: readonly { readonly id?: string | undefined }[] = [],
  path: string,
): readonly Identified[] {
  return items.map(({ id }, index) => ({ id, path: `${path}[${index}].id` }));
}

function checkUnique(items: readonly Identified[]): readonly FulfillmentBreach[] {
  const seen = new Set<string | undefined>();
  return items.flatMap(({ id, path }) => {
    const isFirst = id !== undefined && !seen.has(id);
    seen.add(id);
    return isFirst ? [] : [breach("id_repeated", path, "an id of its own", id ?? "none")];
  });
}

function checkPlaces(
  methods: readonly FulfillmentMethod[],
  path: string,
): readonly FulfillmentBreach[] {
  const places = new Map<string, readonly [method: number, place: Destination]>();
  return methods.flatMap((method, index) =>
    (method.destinations ?? []).flatMap((each, at) => {
      const [owner, place] = places.get(each.id ?? "") ?? [index, each];
      places.set(each.id ?? "", [owner, place]);
      if (owner === index || isSamePlace(place, each)) return [];
      const where = `${path}[${index}].destinations[${at}].id`;
      return [breach("id_repeated", where, "the same place", each.id ?? "none")];
    }),
  );
}

/** A chosen id must be among those offered. */
export function checkChoices(
  method: FulfillmentMethod,
  path: string,
): readonly FulfillmentBreach[] {
  const { selected_destination_id: selected, destinations = [], groups = [] } = method;
  const ofMethod = isDangling(selected, destinations)
    ? [dangling("selected_destination_unknown", `${path}.selected_destination_id`, selected)]
    : [];
  return [
    ...ofMethod,
    ...groups.flatMap((group, index) => checkChosenOption(group, `${path}.groups[${index}]`)),
  ];
}

function checkChosenOption(
  { selected_option_id: selected, options = [] }: FulfillmentGroup,
  path: string,
): readonly FulfillmentBreach[] {
  return isDangling(selected, options)
    ? [dangling("selected_option_unknown", `${path}.selected_option_id`, selected)]
    : [];
}

function isDangling(
  selected: string | null | undefined,
  items: readonly { readonly id?: string | undefined }[],
): selected is string {
  return typeof selected === "string" && items.every(({ id }) => id !== selected);
}

function dangling(
  code: "selected_destination_unknown" | "selected_option_unknown",
  path: string,
  found: string,
): FulfillmentBreach {
  return breach(code, path, "the id of one that is there, or null", found);
}

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
