/**
 * The currencies that the shop sells in. Prices are written down once, in the home currency: of articles, of delivery, and of sums from
 * which something applies. The prices of another currency are those times a fixed rate, rounded to its minor units (§2.3). The
 * rate is a decision about prices and no exchange rate, so that a cart costs the same tomorrow.
 */

/** ISO 4217. */
export type Currency = string;

export interface PriceList {
  /** The price, in units of this currency, of what costs one unit of the home currency. */
  readonly rate: number;
  /** Buyers in these countries see prices in this currency: ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
}

export interface Prices {
  /** The currency of the prices as they are written down, and of buyers in all countries that no list names. */
  readonly home: Currency;
  readonly currencies: readonly Currency[];
  /** An amount that is written down, in minor units of a currency. Convert prices of one piece, and add up afterwards. */
  amountIn(currency: Currency, homeAmount: number): number;
  /** Undefined for a currency that the shop does not sell in. */
  known(code: string | undefined): Currency | undefined;
  /** @param country ISO 3166-1 alpha-2 */
  ofCountry(country: string): Currency;
}

export function createPrices(
  home: Currency,
  others: Readonly<Record<Currency, PriceList>> = {},
): Prices {
  const lists = new Map<Currency, PriceList>([[home, { rate: 1 }], ...Object.entries(others)]);
  const byCountry = new Map(
    [...lists].flatMap(([currency, { countries = [] }]) =>
      countries.map((country) => [country, currency] as const),
    ),
  );
  const homeUnit = minorUnitsIn(home);
  return {
    home,
    currencies: [...lists.keys()],
    amountIn(currency, homeAmount) {
      const { rate = 1 } = lists.get(currency) ?? {};
      return Math.round((homeAmount * rate * minorUnitsIn(currency)) / homeUnit);
    },
    known: (code = "") => (lists.has(code) ? code : undefined),
    ofCountry: (country) => byCountry.get(country) ?? home,
  };
}

/** Minor units in one unit: 100 cents in a dollar, 1,000 fils in a dinar, and 1 for the yen, which has none. */
export function minorUnitsIn(currency: Currency): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}
