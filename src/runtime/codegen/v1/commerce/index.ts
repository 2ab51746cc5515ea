/**
 * Functions that the generated `commerce.ts` binds to its release. Do not call them directly: without a release's
 * values, they follow the protocol's own text.
 */

export { createCarts } from "../../../commerce/cart/create-carts.js";
export { createCheckouts } from "../../../commerce/checkout/create-checkouts.js";
export { declaredHandlers } from "../../../envelope/create-envelope.js";
export {
  appendAdjustment,
  appendEvent,
  replaceExpectations,
  settleAdjustment,
} from "../../../commerce/order/change-order.js";
export { checkOrder } from "../../../commerce/order/check-order.js";
export { createOrders } from "../../../commerce/order/create-orders.js";
export { deriveOrder, orderedQuantities } from "../../../commerce/order/derive-order.js";
export { newOrder } from "../../../commerce/order/new-order.js";
export type { OrderLineOption, OrderOption } from "../../../commerce/order/order-option.js";
export type { ReleaseOption } from "../../../service/release-values.js";
export { checkTotals } from "../../../commerce/totals/check-totals.js";
export { totalsOf } from "../../../commerce/totals/totals-of.js";
export { createWebhookReceiver } from "../../../webhook/receiver/create-webhook-receiver.js";
export { createOwners } from "../../../webhook/receiver/owners.js";
export { createWebhookSender } from "../../../webhook/sender/create-webhook-sender.js";
export type { WebhookBinding } from "../../../webhook/sender/definition.js";
export type { CartHandlersOf, CheckoutHandlersOf, OrderOf } from "./handlers-of.js";
