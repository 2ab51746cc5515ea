/** Extracts the place from an address or a context, without the person. */

import type { PostalAddress } from "../address/postal-address.js";
import { isObject, own } from "../json/members.js";

/** The known members of a postal address (§2.3) that describe a place. */
export interface BuyerPlace {
  readonly address_country?: string;
  readonly address_region?: string;
  readonly address_locality?: string;
  readonly postal_code?: string;
  readonly street_address?: string;
  readonly extended_address?: string;
}

const PLACE = [
  "address_country",
  "address_region",
  "address_locality",
  "postal_code",
  "street_address",
  "extended_address",
] as const;

/** Undefined if the address has only names, blank texts or nothing. */
export function locationIn(address: PostalAddress | undefined): BuyerPlace | undefined {
  if (!isObject(address)) return undefined;
  const known = PLACE.flatMap((name) => {
    const value = own(address, name);
    return typeof value === "string" && value.trim() !== "" ? [[name, value] as const] : [];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
