/**
 * Parts of a business: catalogs, carts, checkouts, discounts, fulfillment, orders, mandates, and their totals. The
 * generated `commerce.ts` binds what depends on a release: `createCarts`, `createCheckouts`, `createOrders`.
 */

export { requiredAddressFields } from "./address/postal-address.js";
export {
  type BuyerLocation,
  type BuyerLocationOptions,
  billingAddress,
  buyerLocation,
  shippingAddress,
} from "./buyer-location/buyer-location.js";
export type { Carts } from "./cart/create-carts.js";
export { CartError } from "./cart/evaluate.js";
export type { CartEvaluation, CartOptions, CartRequest, CartResource } from "./cart/types.js";
export { type LookupCatalog, type LookupOptions, createLookup } from "./catalog/create-lookup.js";
export { type SearchCatalog, type SearchOptions, createSearch } from "./catalog/create-search.js";
export { takePage } from "./catalog/page.js";
export { CheckoutError, Declined } from "./checkout/checkout-error.js";
export type {
  Checkouts,
  CheckoutOptions,
  CheckoutSession,
  OrderKeeping,
} from "./checkout/options.js";
export { hasConsent } from "./checkout/consent.js";
export { chosenInstrument } from "./checkout/instruments.js";
export {
  CHECKOUT_MACHINE,
  allows,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  isTerminal,
} from "./checkout/status.js";
export { type CheckoutMessage, type NextAction, nextAction } from "./checkout/next-action.js";
export {
  type PaymentProvider,
  type PaymentRequest,
  type PaymentState,
  type Payments,
  type PaymentsOptions,
  type ProviderPayment,
  createPayments,
} from "./checkout/payment-provider.js";
export { permalinkOf, readPermalink } from "./checkout/continue-url.js";
export type { UnsettledPayment } from "./checkout/recorded-payment.js";
export { type SessionOwner, isOwner, ownerOf, recordClientOf } from "./checkout/session-owner.js";
export type {
  CheckoutHandlers,
  CheckoutRequest,
  Evaluation,
  PlacedOrder,
} from "./checkout/types.js";
export { unsettledPayments } from "./checkout/releases.js";
export {
  type CalculatedDiscounts,
  type DiscountOptions,
  calculateDiscounts,
} from "./discount/calculate-discounts.js";
export { type DiscountRule, type LineTarget, lineTargets } from "./discount/rule.js";
export { checkFulfillment } from "./fulfillment/check-fulfillment.js";
export { fulfillmentTotal, missingChoices, selectedDestination } from "./fulfillment/choices.js";
export type { Destination, Fulfillment, FulfillmentOption } from "./fulfillment/fulfillment.js";
export {
  type MethodTypes,
  type MethodTypesOption,
  methodTypeOf,
} from "./fulfillment/method-types.js";
export type { FulfillmentIdKind } from "./fulfillment/new-ids.js";
export { planFulfillment, type FulfillmentPlan } from "./fulfillment/plan-fulfillment.js";
export type { OptionOffer } from "./fulfillment/planned-groups.js";
export { type FulfillmentRules, fulfillmentRules } from "./fulfillment/rules.js";
export { createPriceList } from "./price-list/create-price-list.js";
export {
  type MandateContext,
  type MandateVerifier,
  type Verdict,
  mandateProblem,
  refused,
  type MerchantAuthorizer,
  merchantAuthorization,
} from "./mandate/mandates.js";
export type { OrderOrigin } from "./order/check-order.js";
export type { Orders, OrdersOptions } from "./order/create-orders.js";
export type { CheckoutLine, NewOrder, OrderDetails, OrderedCheckout } from "./order/new-order.js";
export type {
  AdjustmentOf,
  EventOf,
  Expectation,
  ExpectationOf,
  LineQuantity,
  OrderBody,
  Settlement,
} from "./order/order-body.js";
export { ORDER_ERRORS, OrderError } from "./order/order-error.js";
export type { OrderPlatform, OrderRecord, OrderEvent, OrderOutbox } from "./order/order-record.js";
export type { CheckTotalsOptions, TotalsBreach } from "./totals/check-totals.js";
export {
  type Total,
  amountOf,
  sumOf,
  type TotalsAmounts,
  type WrittenTotal,
} from "./totals/total.js";
export { configOf } from "../vocabulary/vocabulary.js";
