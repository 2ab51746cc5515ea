import type { CartOptions, Carts } from "@proto-gen/runtime/cart";
import type { CheckoutOptions, Checkouts, PlacedOrder } from "@proto-gen/runtime/checkout";
import {
  appendAdjustment as unboundAppendAdjustment,
  appendEvent as unboundAppendEvent,
  checkOrder as unboundCheckOrder,
  createCarts as unboundCreateCarts,
  createCheckouts as unboundCreateCheckouts,
  createOrders as unboundCreateOrders,
  createWebhookSender as unboundCreateWebhookSender,
  declaredHandlers as unboundDeclaredHandlers,
  deriveOrder as unboundDeriveOrder,
  newOrder as unboundNewOrder,
  replaceExpectations as unboundReplaceExpectations,
  settleAdjustment as unboundSettleAdjustment,
  type CartHandlersOf,
  type CheckoutHandlersOf,
} from "@proto-gen/runtime/codegen/v1/commerce";
import type { ResponseHandlers } from "@proto-gen/runtime/envelope";
import type { MethodTypesOption } from "@proto-gen/runtime/fulfillment";
import type {
  AdjustmentOf,
  CheckoutLine,
  EventOf,
  Expectation,
  ExpectationOf,
  LineQuantity,
  NewOrder,
  OrderBody,
  OrderDetails,
  OrderedCheckout,
  OrderOrigin,
  Orders,
  OrdersOptions,
  Settlement,
} from "@proto-gen/runtime/order";
import type { Total } from "@proto-gen/runtime/totals";
import type { WebhookSender, WebhookSenderOptions } from "@proto-gen/runtime/webhook";
import { name, releaseValues, type Handlers, type Order } from "./slots/commerce.js";

/**
 * Keeps checkouts (§3): their status, their owner and their expiry. You compute a checkout from each request, and take payments.
 * `handlers` goes to `createServer`.
 *
 * @throws RangeError for a time of the options that is none
 */
export function createCheckouts<Placed extends PlacedOrder = PlacedOrder>(
  options: CheckoutOptions<CheckoutHandlersOf<Handlers>, Placed>,
): Checkouts<CheckoutHandlersOf<Handlers>, Placed> {
  return unboundCreateCheckouts({ ...options, releaseValues });
}

/**
 * Keeps carts (§2.7): their ids, their owners and their expiry. You make a cart of each request. `handlers` goes to `createServer`.
 *
 * @throws RangeError if `cartMs` is no number of milliseconds above 0
 */
export function createCarts(
  options: CartOptions<CartHandlersOf<Handlers>>,
): Carts<CartHandlersOf<Handlers>> {
  return unboundCreateCarts({ ...options, releaseValues });
}

/**
 * Keeps orders (§2.9), and commits each change together with the event that tells the platform of it (§6). `handlers` goes to
 * `createServer`: a platform reads the orders that it placed, and no others.
 */
export function createOrders(options: OrdersOptions): Orders<Order> {
  return unboundCreateOrders<Order>({ ...options, releaseValues });
}

/** Tells platforms what becomes of their orders (§4.7, §6). Give it to `createOrders` as `outbox`, and call `start`. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return unboundCreateWebhookSender({ ...options, name, releaseValues });
}

/**
 * The order of a checkout that is paid, to which nothing has happened (§2.9).
 *
 * @throws OrderError for quantities, lines and expectations that cannot be
 */
export function newOrder<
  Line extends CheckoutLine,
  Sum extends Total,
  Promised extends Expectation = never,
>(
  checkout: OrderedCheckout<Line, Sum>,
  details: OrderDetails<Promised>,
): NewOrder<Line, Sum, Promised> {
  return unboundNewOrder(checkout, { ...details, releaseValues });
}

/**
 * Judges an order that you changed without these functions (§2.9).
 *
 * @throws OrderError for the first rule that it breaks
 */
export function checkOrder(order: OrderBody, origin: OrderOrigin = {}): void {
  unboundCheckOrder(order, { ...origin, releaseValues });
}

/**
 * The order with one more event of its fulfillment (§2.9). `createOrders` does this, stores it and tells the platform.
 *
 * @throws OrderError for an event that cannot be
 */
export function appendEvent<Each extends OrderBody>(
  order: Each,
  event: EventOf<Each>,
  option?: MethodTypesOption,
): Each {
  return unboundAppendEvent(order, event, { ...option, releaseValues });
}

/**
 * The order with one more adjustment (§2.9).
 *
 * @throws OrderError for an adjustment that cannot be
 */
export function appendAdjustment<Each extends OrderBody>(
  order: Each,
  adjustment: AdjustmentOf<Each>,
  option?: MethodTypesOption,
): Each {
  return unboundAppendAdjustment(order, adjustment, { ...option, releaseValues });
}

/**
 * The order whose pending adjustment is over (§2.9).
 *
 * @throws OrderError for an adjustment that is unknown, or over
 */
export function settleAdjustment<Each extends OrderBody>(
  order: Each,
  id: string,
  status: Settlement,
  option?: MethodTypesOption,
): Each {
  return unboundSettleAdjustment(order, id, status, { ...option, releaseValues });
}

/**
 * The order with these expectations, and no others (§2.9).
 *
 * @throws OrderError for expectations of what was not bought
 */
export function replaceExpectations<Each extends OrderBody>(
  order: Each,
  expectations: readonly ExpectationOf<Each>[],
  option?: MethodTypesOption,
): Each {
  return unboundReplaceExpectations(order, expectations, { ...option, releaseValues });
}

/** The order with the quantities and statuses of lines that follow from its events and adjustments (§2.9). */
export function deriveOrder<Each extends OrderBody>(
  order: Each,
  ordered?: readonly LineQuantity[],
  option?: MethodTypesOption,
): Each {
  return unboundDeriveOrder(order, ordered, { ...option, releaseValues });
}

/**
 * The payment handlers of a profile as answers have them (§2.1.3, §2.5): without what is not for platforms.
 *
 * @param member the protocol's member of the profile
 * @returns undefined if it has no registry of handlers
 */
export function declaredHandlers(
  member: Readonly<Record<string, unknown>>,
): ResponseHandlers | undefined {
  return unboundDeclaredHandlers(member, releaseValues.responseConfigs);
}
