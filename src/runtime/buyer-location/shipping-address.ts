/** Finds the shipping address in a fulfillment (§2.6). */

import type { PostalAddress } from "../address/postal-address.js";
import {
  methodTypeOf,
  selectedDestination,
  type Fulfillment,
  type FulfillmentMethod,
  type MethodTypesOption,
} from "../fulfillment/index.js";
import { locationIn } from "./buyer-place.js";

/**
 * Returns the first chosen destination at the buyer's location. Pickup locations are the business's and are skipped;
 * `methodTypes` decides for the types of extensions.
 */
export function shippingAddress(
  fulfillment: Fulfillment | undefined,
  option?: MethodTypesOption,
): PostalAddress | undefined {
  return fulfillment?.methods
    ?.map((method) => addressIn(method, option))
    .find((each) => locationIn(each) !== undefined);
}

/** Locations of the business have their address in a separate member (§2.6). */
function addressIn(
  method: FulfillmentMethod,
  option: MethodTypesOption | undefined,
): PostalAddress | undefined {
  const { buyerLocation, destinations } = methodTypeOf(method.type, option);
  if (!buyerLocation) return undefined;
  const chosen = selectedDestination(method);
  return destinations === "business" ? (chosen?.address ?? chosen) : chosen;
}
