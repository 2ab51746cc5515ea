/**
 * Hints of where a buyer is, while no address says it (§2.3, §2.7): the context that a platform sends, and the country of the IP
 * address. Prices, availability and the currency follow them; nothing is refused because of them.
 */

import { countryOf, type BuyerArea } from "./catalog/sold-to.js";
import type { Currency, Prices } from "./currency.js";
import type { EstimatedPlace, GeoIp, Headers } from "./geo-ip.js";

export interface BuyerHints<Context extends BuyerArea = BuyerArea> {
  /** The platform's context; undefined if it names neither a country nor a region, since geo-IP then takes its place. */
  readonly context: Context | undefined;
  /** The country of the caller's IP address, if that is known. */
  readonly geoIp: EstimatedPlace | undefined;
}

export interface Hinted<Context extends BuyerArea> {
  readonly context?: Context | undefined;
  readonly headers: Headers;
}

/** Reads the hints of a call. */
export function hintsIn<Context extends BuyerArea>(
  { context, headers }: Hinted<Context>,
  geoIp: GeoIp,
): BuyerHints<Context> {
  const country = countryOf(context);
  return { context: country === undefined ? undefined : context, geoIp: geoIp(headers) };
}

export interface SettledCurrency {
  /** The currency that the request names. */
  readonly named?: string | undefined;
  /** The currency of the cart or checkout that is updated. */
  readonly before?: string | undefined;
}

/** A resource keeps its currency unless the platform says otherwise: two calls may come from two IP addresses. */
export function currencyFor(
  prices: Prices,
  { context, geoIp }: BuyerHints,
  settled: SettledCurrency = {},
): Currency {
  const { named, before } = settled;
  const currencyAt = (area: BuyerArea | undefined): Currency | undefined => {
    const country = countryOf(area);
    return country === undefined ? undefined : prices.ofCountry(country);
  };
  return (
    prices.known(named) ??
    currencyAt(context) ??
    prices.known(before) ??
    currencyAt(geoIp) ??
    prices.home
  );
}
