/** Amounts, times and names of the protocol, as people read them. Nothing here throws for what is odd. */

/** The locale of `Intl`: English unless the pages are made for another. */
export interface Writing {
  /** `amount` in minor units; of a currency that nobody knows, as it is. */
  money(amount: number, currency: string): string;
  /** RFC 3339, in UTC; what is no time, as it is. */
  time(text: string): string;
}

export function createWriting(locale: string): Writing {
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return {
    money: (amount, currency) => moneyOf(locale, amount, currency),
    time(text) {
      const milliseconds = Date.parse(text);
      return Number.isNaN(milliseconds) ? text : `${times.format(milliseconds)} UTC`;
    },
  };
}

function moneyOf(locale: string, amount: number, currency: string): string {
  // Intl throws for a code that is not three letters.
  if (!/^[A-Za-z]{3}$/.test(currency) || !Number.isSafeInteger(amount))
    return `${amount} ${currency}`;
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
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
