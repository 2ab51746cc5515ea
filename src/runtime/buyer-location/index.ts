/** The buyer's location (§2.3), for prices, availability, currency and local law. */

export {
  buyerLocation,
  type BuyerLocation,
  type BuyerLocationOptions,
  type LocationSource,
  locationIn,
  type BuyerPlace,
  billingAddress,
  type InstrumentsOfPayment,
  shippingAddress,
} from "./buyer-location.js";
