/** The best that is known of where a buyer is (§2.3, §2.7). In: addresses, context, a guess. Out: one of them. */

import type { PostalAddress } from "../address/postal-address.js";
import { locationIn, type BuyerPlace } from "./buyer-place.js";

/** From the highest resolution to the lowest. */
export type LocationSource = "shipping" | "billing" | "context" | "geo_ip";

export interface BuyerLocation {
  readonly source: LocationSource;
  /**
   * Whether it is of the transaction: enforce eligibility and policy only where it is. What is not binding is
   * good for estimates.
   */
  readonly binding: boolean;
  readonly place: BuyerPlace;
}

export interface BuyerLocationOptions {
  /** The chosen destination: `shippingAddress`. */
  readonly shipping?: PostalAddress | undefined;
  /** Of the selected instrument: `billingAddress`. */
  readonly billing?: PostalAddress | undefined;
  /** The platform's, provisional (§2.3, Context). */
  readonly context?:
    Pick<PostalAddress, "address_country" | "address_region" | "postal_code"> | undefined;
  /** Asked only where nothing else is known. */
  readonly geoIp?:
    (() => Promise<PostalAddress | undefined> | PostalAddress | undefined) | undefined;
}

/**
 * One source and never a mixture: a country of the context would make a postal code of the transaction a place
 * that nobody has named. Undefined where nothing is known.
 *
 * @throws what `geoIp` throws
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
