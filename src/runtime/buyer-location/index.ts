/** The buyer's location (§2.3), for prices, availability, currency and local law. */

export {
  buyerLocation,
  type BuyerLocation,
  type BuyerLocationOptions,
  type LocationSource,
} from "./buyer-location.js";
export { locationIn, type BuyerPlace } from "./buyer-place.js";
export { billingAddress, type InstrumentsOfPayment } from "./billing-address.js";
export { shippingAddress } from "./shipping-address.js";
