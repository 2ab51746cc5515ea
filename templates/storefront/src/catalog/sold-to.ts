/**
 * Where things are sold. In: what limits an article, and an address or a context (§2.3). A context is a hint
 * that the catalog uses; what binds is asked again at checkout, with the address.
 */

import type { Area } from "./article.js";
import { foldedWords } from "./fold.js";

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

/** Addresses may write countries in other ways than with two letters: those that a limit names. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ["usa", "US"],
  ["unitedstates", "US"],
  ["unitedstatesofamerica", "US"],
  ["can", "CA"],
  ["canada", "CA"],
]);

const REGIONS: ReadonlyMap<string, string> = new Map([
  ["utah", "UT"],
  ["usut", "UT"],
]);

/** Characters: the text is the caller's, of any length, and read once for each variant. */
const LONGEST_NAME = 60;

/** True where nothing forbids it: of a place that is not known, nothing does. */
export function isSoldTo(limits: SaleLimits, buyer: BuyerArea = {}): boolean {
  const region = codeOf(buyer.address_region, REGIONS);
  const country =
    codeOf(buyer.address_country, COUNTRIES) ?? (region === undefined ? undefined : HOME_COUNTRY);
  if (country === undefined) return true;
  const { notSoldIn = [], onlySoldIn = [country] } = limits;
  const isForbidden = notSoldIn.some(
    (area) => area.country === country && (area.region === undefined || area.region === region),
  );
  return onlySoldIn.includes(country) && !isForbidden;
}

function codeOf(text = "", names: ReadonlyMap<string, string>): string | undefined {
  const folded = foldedWords(text.slice(0, LONGEST_NAME)).join("");
  return folded === "" ? undefined : (names.get(folded) ?? folded.toUpperCase());
}
