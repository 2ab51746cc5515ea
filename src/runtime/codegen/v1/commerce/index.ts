/**
 * Functions that the generated `commerce.ts` binds to its release. Do not call them directly: without a release's
 * values, they follow the protocol's own text.
 */

export { createCarts } from "../../../cart/create-carts.js";
export { createCheckouts } from "../../../checkout/create-checkouts.js";
export { declaredHandlers } from "../../../envelope/create-envelope.js";
export {
  appendAdjustment,
  appendEvent,
  replaceExpectations,
  settleAdjustment,
} from "../../../order/change-order.js";
export { checkOrder } from "../../../order/check-order.js";
export { createOrders } from "../../../order/create-orders.js";
export { deriveOrder, orderedQuantities } from "../../../order/derive-order.js";
export { newOrder } from "../../../order/new-order.js";
export type { OrderLineOption, OrderOption } from "../../../order/order-option.js";
export type { ReleaseOption } from "../../../service/release-values.js";
export { checkTotals } from "../../../totals/check-totals.js";
export { totalsOf } from "../../../totals/totals-of.js";
export { createWebhookReceiver } from "../../../webhook/receiver/create-webhook-receiver.js";
export { createOwners } from "../../../webhook/receiver/owners.js";
export { createWebhookSender } from "../../../webhook/sender/create-webhook-sender.js";
export type { WebhookBinding } from "../../../webhook/sender/definition.js";
export type { CartHandlersOf, CheckoutHandlersOf, OrderOf } from "./handlers-of.js";
