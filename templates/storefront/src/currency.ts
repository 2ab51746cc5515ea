/**
 * The currencies that the shop sells in. Prices are written down once, in US cents: articles, delivery, and sums from which
 * something applies. The prices of another currency are those times a fixed factor, rounded to its minor units (§2.3). The
 * factor is a decision about prices and no exchange rate, so that a cart costs the same tomorrow.
 */

interface PriceList {
  /** Buyers in these countries see prices in this currency: ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** The price, in minor units of this currency, of what costs one US dollar. */
  readonly perDollar: number;
}

// prettier-ignore
const EURO_AREA = [
  "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR",
  "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PT", "SI", "SK",
];

const PRICE_LISTS = {
  USD: { countries: ["US"], perDollar: 100 },
  EUR: { countries: EURO_AREA, perDollar: 90 },
  // The yen has no minor units: this is 150 yen.
  JPY: { countries: ["JP"], perDollar: 150 },
} satisfies Readonly<Record<string, PriceList>>;

/** ISO 4217. */
export type Currency = keyof typeof PRICE_LISTS;

export const CURRENCIES = Object.keys(PRICE_LISTS) as readonly Currency[];

/** The currency of the prices as they are written down, and of buyers in all other countries. */
export const HOME_CURRENCY: Currency = "USD";

/** An amount that is written down, in minor units of a currency. Convert prices of one piece, and add up afterwards. */
export function amountIn(currency: Currency, usCents: number): number {
  return Math.round((usCents * PRICE_LISTS[currency].perDollar) / 100);
}

/** @returns undefined for a currency that the shop does not sell in */
export function knownCurrency(code: string | undefined): Currency | undefined {
  return CURRENCIES.find((each) => each === code);
}

/** @param country ISO 3166-1 alpha-2 */
export function currencyOfCountry(country: string): Currency {
  const isThere = (each: Currency): boolean => PRICE_LISTS[each].countries.includes(country);
  return CURRENCIES.find(isThere) ?? HOME_CURRENCY;
}
