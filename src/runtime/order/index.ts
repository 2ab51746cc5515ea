/** Orders (§2.9): what follows from their logs, what may happen to them, and their keeper. */

export {
  appendAdjustment,
  appendEvent,
  replaceExpectations,
  settleAdjustment,
} from "./change-order.js";
export { checkOrder, type OrderOrigin } from "./check-order.js";
export { createOrders, type Orders, type OrdersOptions } from "./create-orders.js";
export { deriveOrder, orderedQuantities } from "./derive-order.js";
export {
  type CheckoutLine,
  newOrder,
  type NewOrder,
  type NewOrderLine,
  type OrderDetails,
  type OrderedCheckout,
} from "./new-order.js";
export type {
  Adjustment,
  AdjustmentOf,
  EventOf,
  Expectation,
  ExpectationOf,
  FulfillmentEvent,
  LineQuantity,
  LineStatus,
  OrderBody,
  OrderLine,
  Settlement,
} from "./order-body.js";
export type { OrderLineOption, OrderOption } from "./order-option.js";
export { ORDER_ERRORS, OrderError, type OrderErrorCode } from "./order-error.js";
export type { OrderEvent, OrderOutbox } from "./order-outbox.js";
export {
  type OrderIdentity,
  type OrderPlatform,
  type OrderRecord,
  ORDERS,
} from "./order-record.js";
