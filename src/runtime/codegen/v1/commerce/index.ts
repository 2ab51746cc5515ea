/**
 * Functions that the generated `commerce.ts` binds to its release. Do not call them directly: without a release's
 * values, they follow the protocol's own text.
 */

import type { CartHandlers } from "../../../commerce/cart/types.js";
import type { CheckoutHandlers } from "../../../commerce/checkout/types.js";
import type { OrderBody } from "../../../commerce/order/order-body.js";
import type { WithoutMembers } from "../../../service/operation.js";

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
export { deriveOrder, orderedQuantities } from "../../../commerce/order/tally.js";
export { newOrder } from "../../../commerce/order/new-order.js";
export type { OrderLineOption, OrderOption } from "../../../commerce/order/order-body.js";
export type { ReleaseOption } from "../../../service/release-values.js";
export { checkTotals } from "../../../commerce/totals/check-totals.js";
export { totalsOf } from "../../../commerce/totals/total.js";
export { createWebhookReceiver } from "../../../webhook/receiver/create-webhook-receiver.js";
export { createOwners } from "../../../webhook/receiver/owners.js";
export { createWebhookSender } from "../../../webhook/sender/create-webhook-sender.js";
export type { WebhookBinding } from "../../../webhook/sender/definition.js";

// If a profile has no carts, checkouts or orders, the runtime's own types are used: the functions exist in every release, so that one
// business can support several.
export type CartHandlersOf<Each> = Each extends CartHandlers ? Each : CartHandlers;

export type CheckoutHandlersOf<Each> = Each extends CheckoutHandlers ? Each : CheckoutHandlers;

/** An order without its envelope. */
export type OrderOf<Order, Envelope extends string> = AsOrder<WithoutMembers<Order, Envelope>>;

type AsOrder<Order> = Order extends OrderBody ? Order : Order & OrderBody;
