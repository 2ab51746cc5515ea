/** Where things are sent (§2.6). In: the fulfillment of a checkout. Out: an address of the buyer. */

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
 * The first chosen destination that says where the buyer is. One where things are picked up says where the business is, and is
 * passed over; `methodTypes` decides about the types of extensions.
 */
export function shippingAddress(
  fulfillment: Fulfillment | undefined,
  option?: MethodTypesOption,
): PostalAddress | undefined {
  return fulfillment?.methods
    ?.map((method) => addressIn(method, option))
    .find((each) => locationIn(each) !== undefined);
}

/** A place of the business has its address in a member of its own (§2.6). */
function addressIn(
  method: FulfillmentMethod,
  option: MethodTypesOption | undefined,
): PostalAddress | undefined {
  const { buyerLocation, destinations } = methodTypeOf(method.type, option);
  if (!buyerLocation) return undefined;
  const chosen = selectedDestination(method);
  return destinations === "business" ? (chosen?.address ?? chosen) : chosen;
}
