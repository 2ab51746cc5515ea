/** Detects with certainty whether a text mentions a given price. */

import { cutText } from "../../text/cut-text.js";

/** Long enough for texts beside an option; the rest is not read. */
const MAX_TEXT = 2_000;

const SPACE = "[ \\u00a0\\u202f]";
/** Integers with or without groups of three digits, and decimals. */
const NUMBER = /* @__PURE__ */ new RegExp(
  `(?<![\\d.,:])(?:(\\d{1,3}(?:([.,'’]|${SPACE})\\d{3})(?:\\2\\d{3})*)|\\d+)(?:[.,](\\d+))?(?![\\d:]|[.,]\\d)`,
  "gu",
);

/**
 * A number is the price if a sign or code of the currency is next to it, as in "$5" or "5 EUR", or if it has all
 * decimals of the currency and nothing else is attached: no time of day, no quantity.
 * @param currency ISO 4217; false if it is unknown
 */
export function namesPrice(text: string, amount: number, currency: string): boolean {
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
