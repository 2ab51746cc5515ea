/**
 * The country of a caller's IP address. The proxy in front of the shop has looked it up and says it in a header, such as `CF-IPCountry`
 * of Cloudflare. It is an estimate: agents call from servers, and buyers travel. Nothing that binds follows from it (§2.3).
 */

import { COUNTRY_CODES } from "./country-codes.js";

export interface Headers {
  get(name: string): string | null;
}

export interface EstimatedPlace {
  /** ISO 3166-1 alpha-2. */
  readonly address_country: string;
}

/** @returns undefined where the country is not known */
export type GeoIp = (headers: Headers) => EstimatedPlace | undefined;

const KNOWN: ReadonlySet<string> = new Set(COUNTRY_CODES);
/** RFC 9110 §5.1. */
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Knows no country. */
export const NO_GEO_IP: GeoIp = () => undefined;

/**
 * Reads the country from a header that the proxy sets in every request. Any caller can send any header, so none is read unless it is
 * named. A value that is no country's code counts as unknown, such as `XX` and `T1`, which Cloudflare sends.
 * @throws TypeError if no header can have the name
 */
export function createGeoIp(header: string | undefined): GeoIp {
  if (header === undefined) return NO_GEO_IP;
  if (!FIELD_NAME.test(header))
    throw new TypeError(`${JSON.stringify(header)} is not the name of a header`);
  return (headers) => {
    const country = headers.get(header) ?? "";
    return KNOWN.has(country) ? { address_country: country } : undefined;
  };
}
