/**
 * Where things are sold. In: what limits an article, and an address or a context (§2.3). A context is a hint
 * that the catalog uses; what binds is asked again at checkout, with the address.
 */

import type { Area } from "./article.js";
import { countryOfName, foldedName } from "./country-of-name.js";

export interface SaleLimits {
  readonly notSoldIn?: readonly Area[] | undefined;
  /** Countries. */
  readonly onlySoldIn?: readonly string[] | undefined;
}

/** Of an address or a context, what matters here. */
export interface BuyerArea {
  readonly address_country?: string | undefined;
  readonly address_region?: string | undefined;
}

/** Where addresses are that name a region and no country. */
const HOME_COUNTRY = "US";

const REGIONS: ReadonlyMap<string, string> = new Map([
  ["utah", "UT"],
  ["usut", "UT"],
]);

/** True where nothing forbids it: of a place that is not known, nothing does. */
export function isSoldTo(limits: SaleLimits, buyer: BuyerArea = {}): boolean {
  const country = countryOf(buyer);
  if (country === undefined) return true;
  const region = regionOf(buyer);
  const { notSoldIn = [], onlySoldIn = [country] } = limits;
  const isForbidden = notSoldIn.some(
    (area) => area.country === country && (area.region === undefined || area.region === region),
  );
  return onlySoldIn.includes(country) && !isForbidden;
}

/** ISO 3166-1 alpha-2, where an area names a country that is known; undefined where it names no place. */
export function countryOf(area: BuyerArea = {}): string | undefined {
  const home = regionOf(area) === undefined ? undefined : HOME_COUNTRY;
  return countryOfName(area.address_country) ?? home;
}

function regionOf({ address_region = "" }: BuyerArea): string | undefined {
  const name = foldedName(address_region);
  return name === "" ? undefined : (REGIONS.get(name) ?? name.toUpperCase());
}
