/** Orders (§2.9): their types, rules and errors, and the types of the store that `createOrders` returns. */

export type { OrderOrigin } from "./check-order.js";
export type { Orders, OrdersOptions } from "./create-orders.js";
export type {
  CheckoutLine,
  NewOrder,
  NewOrderLine,
  OrderDetails,
  OrderedCheckout,
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
export { ORDER_ERRORS, OrderError, type OrderErrorCode } from "./order-error.js";
export type { OrderEvent, OrderOutbox } from "./order-outbox.js";
export {
  type OrderIdentity,
  type OrderPlatform,
  type OrderRecord,
  ORDERS,
} from "./order-record.js";
