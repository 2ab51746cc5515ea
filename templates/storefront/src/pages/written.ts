/** Amounts, times and names of the protocol, as people read them. Nothing here throws for what is odd. */

import { TEXTS, type Language, type Texts } from "./texts.js";

/** For one language. */
export interface Writing {
  /** Of the texts, for `lang`. */
  readonly language: Language;
  readonly texts: Texts;
  /** What a member or a value of the protocol is called: `privacy_policy` is "Privacy policy". */
  name(of: string): string;
  /** `amount` in minor units; of a currency that nobody knows, as it is. */
  money(amount: number, currency: string): string;
  /** RFC 3339, in UTC; what is no time, as it is. */
  time(text: string): string;
  /** The time of day alone, as `time` has it. */
  clock(text: string): string;
  /** What the country with this code is called: two letters of ISO 3166-1, or a RangeError. */
  country(code: string): string;
  /** The order of words in the language: below 0 where the first comes first. */
  compare(one: string, other: string): number;
}

/** Each is dear to make, and a page has one for each amount; platforms name the currencies. */
const MAX_FORMATS = 100;

/** @param locale of amounts and times */
export function createWriting(language: Language, locale: string): Writing {
  const texts: Texts = TEXTS[language];
  const timeStyle = "medium";
  const timeZone = "UTC";
  const times = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone });
  const clocks = new Intl.DateTimeFormat(locale, { timeStyle, timeZone });
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (currency: string): Intl.NumberFormat => {
    const known = formats.get(currency);
    if (known !== undefined) return known;
    const format = new Intl.NumberFormat(locale, { style: "currency", currency });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(currency, format);
    return format;
  };
  return {
    ...{ language, texts },
    name: (of) => (Object.hasOwn(texts.names, of) ? texts.names[of] : undefined) ?? words(of),
    money: (amount, currency) => moneyOf(formatOf, amount, currency),
    time: (text) => timeOf(text, (time) => `${times.format(time)} UTC`),
    clock: (text) => timeOf(text, (time) => clocks.format(time)),
    country: (code) => countries.of(code) ?? code,
    compare: new Intl.Collator(locale).compare,
  };
}

function timeOf(text: string, format: (milliseconds: number) => string): string {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? text : format(milliseconds);
}

function moneyOf(
  formatOf: (currency: string) => Intl.NumberFormat,
  amount: number,
  currency: string,
): string {
  // Intl throws for a code that is not three letters.
  if (!/^[A-Za-z]{3}$/.test(currency) || !Number.isSafeInteger(amount))
    return `${amount} ${currency}`;
  const format = formatOf(currency);
  return format.format(decimalOf(amount, format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Digits, not a quotient: a large amount divided by a hundred is rounded. One zero more: some have no cents. */
function decimalOf(amount: number, digits: number): Intl.StringNumericLiteral {
  const sign = amount < 0 ? "-" : "";
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const point = text.length - digits;
  return `${sign}${text.slice(0, point)}.${text.slice(point)}0` as Intl.StringNumericLiteral;
}

/** `privacy_policy` is "Privacy policy". */
export function words(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Escaping cannot help against `javascript:` in a link. Undefined for what is no web address. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? url : undefined;
}
