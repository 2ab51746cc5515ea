/** Determines the best known location of a buyer (§2.3, §2.7). */

import type { PostalAddress } from "../address/postal-address.js";
import { locationIn, type BuyerPlace } from "./buyer-place.js";

/** From the most to the least precise. */
export type LocationSource = "shipping" | "billing" | "context" | "geo_ip";

export interface BuyerLocation {
  readonly source: LocationSource;
  /**
   * True if the location belongs to the transaction. Only enforce eligibility and policy then; otherwise use it for
   * estimates.
   */
  readonly binding: boolean;
  readonly place: BuyerPlace;
}

export interface BuyerLocationOptions {
  /** The chosen destination, from `shippingAddress`. */
  readonly shipping?: PostalAddress | undefined;
  /** The selected instrument's address, from `billingAddress`. */
  readonly billing?: PostalAddress | undefined;
  /** The platform's provisional information (§2.3, Context). */
  readonly context?:
    Pick<PostalAddress, "address_country" | "address_region" | "postal_code"> | undefined;
  /** Called only if nothing else is known. */
  readonly geoIp?:
    (() => Promise<PostalAddress | undefined> | PostalAddress | undefined) | undefined;
}

/**
 * Uses a single source and never combines several: a country from the context and a postal code from the transaction
 * would make up a place. Undefined if nothing is known.
 * @throws whatever `geoIp` throws
 */
export async function buyerLocation({
  shipping,
  billing,
  context,
  geoIp,
}: BuyerLocationOptions): Promise<BuyerLocation | undefined> {
  return (
    located("shipping", true, shipping) ??
    located("billing", true, billing) ??
    located("context", false, context) ??
    located("geo_ip", false, await geoIp?.())
  );
}

function located(
  source: LocationSource,
  binding: boolean,
  address: PostalAddress | undefined,
): BuyerLocation | undefined {
  const place = locationIn(address);
  return place === undefined ? undefined : { source, binding, place };
}
