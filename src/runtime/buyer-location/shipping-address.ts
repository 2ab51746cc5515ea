/** Where things are sent (§2.6). In: the fulfillment of a checkout. Out: an address of the buyer. */

import type { PostalAddress } from "../address/postal-address.js";
import { selectedDestination, type Fulfillment } from "../fulfillment/index.js";
import { locationIn } from "./buyer-place.js";

/**
 * The first chosen destination that the buyer brought. A location where things are picked up says where the
 * business is: it has its address in a member of its own, and is passed over.
 */
export function shippingAddress(fulfillment: Fulfillment | undefined): PostalAddress | undefined {
  return fulfillment?.methods
    ?.filter(({ type }) => type !== "pickup")
    .map(selectedDestination)
    .find((each) => locationIn(each) !== undefined);
}
