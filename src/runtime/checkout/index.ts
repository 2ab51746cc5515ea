/**
 * Checkouts (§3): the status machine, what a platform should do next, and `createCheckouts` for a business's server.
 */

export { configOf, hasCapability, isCapability } from "../vocabulary/capability.js";
export type { CartContents, CartConversion, ConvertibleCart } from "./cart-conversion.js";
export { CheckoutError, type CheckoutErrorCode } from "./checkout-error.js";
export { type Consenting, type ConsentPurpose, hasConsent } from "./consent.js";
export { requireContinueUrl } from "./continue-url.js";
export type { Checkouts } from "./checkouts.js";
export { Declined } from "./declined.js";
export {
  allows,
  CHECKOUT_MACHINE,
  type CheckoutTransition,
  type CheckoutTrigger,
  move,
} from "./machine.js";
export {
  type CheckoutMessage,
  type CheckoutState,
  nextAction,
  type NextAction,
} from "./next-action.js";
export type { CheckoutOptions, CheckoutSession, OrderKeeping, PaymentAttempt } from "./options.js";
export { chosenInstrument, type InstrumentShape, type PaymentShape } from "./instruments.js";
export {
  itemsOf,
  type Permalink,
  type PermalinkItem,
  permalinkOf,
  readPermalink,
} from "./permalink.js";
export { isOwner, ownerOf, recordClientOf, type SessionOwner } from "./session-owner.js";
export type { PaidInstrument, PaymentOnRecord, UnsettledPayment } from "./recorded-payment.js";
export {
  createPayments,
  type Captures,
  type PaymentProvider,
  type PaymentRequest,
  type Payments,
  type PaymentsOptions,
  type PaymentState,
  type ProviderPayment,
} from "./payment-provider.js";
export { unsettledPayments, type UnsettledOptions } from "./unsettled-payments.js";
export { CHECKOUT_STATUSES, type CheckoutStatus, isTerminal } from "./status.js";
export { statusOf } from "./status-of.js";
export type {
  CheckoutHandlers,
  CheckoutRequest,
  CheckoutResource,
  CompletePayment,
  CompleteRequest,
  EvaluatedStatus,
  Evaluation,
  PlacedOrder,
} from "./types.js";
