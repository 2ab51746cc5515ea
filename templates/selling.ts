import type {
  CartOptions,
  Carts,
  CheckoutOptions,
  Checkouts,
  PlacedOrder,
  MethodTypesOption,
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
  Total,
} from "@proto-gen/runtime/commerce";
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
import type { ResponseHandlers } from "@proto-gen/runtime/server";
import type { WebhookSender, WebhookSenderOptions } from "@proto-gen/runtime/webhook";
import { name, releaseValues, type Handlers, type Order } from "./slots/commerce.js";

/**
 * Stores checkouts (§3) and manages their status, owner and expiry. Your code computes a checkout from each request, and takes
 * payments. Pass `handlers` to `createServer`.
 *
 * @throws RangeError if a duration among the options is invalid
 */
export function createCheckouts<Placed extends PlacedOrder = PlacedOrder>(
  options: CheckoutOptions<CheckoutHandlersOf<Handlers>, Placed>,
): Checkouts<CheckoutHandlersOf<Handlers>, Placed> {
  return unboundCreateCheckouts({ ...options, releaseValues });
}

/**
 * Stores carts (§2.7) and manages their ids, owners and expiry. Your code computes a cart from each request. Pass `handlers` to
 * `createServer`.
 *
 * @throws RangeError unless `cartMs` is a positive number of milliseconds
 */
export function createCarts(
  options: CartOptions<CartHandlersOf<Handlers>>,
): Carts<CartHandlersOf<Handlers>> {
  return unboundCreateCarts({ ...options, releaseValues });
}

/**
 * Stores orders (§2.9), and commits each change together with the event that reports it to the platform (§6). Pass `handlers`
 * to `createServer`: a platform can read only the orders that it placed.
 */
export function createOrders(options: OrdersOptions): Orders<Order> {
  return unboundCreateOrders<Order>({ ...options, releaseValues });
}

/** Sends order events to platforms (§4.7, §6). Pass it to `createOrders` as `outbox`, and call `start`. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return unboundCreateWebhookSender({ ...options, name, releaseValues });
}

/**
 * Creates the order of a paid checkout, without events or adjustments (§2.9).
 *
 * @throws OrderError if quantities, lines or expectations are invalid
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
 * Checks an order that your own code changed (§2.9).
 *
 * @throws OrderError for the first rule that the order breaks
 */
export function checkOrder(order: OrderBody, origin: OrderOrigin = {}): void {
  unboundCheckOrder(order, { ...origin, releaseValues });
}

/**
 * Returns the order with one more fulfillment event (§2.9). `createOrders` also stores the order and informs the platform.
 *
 * @throws OrderError if the event is invalid for the order
 */
export function appendEvent<Each extends OrderBody>(
  order: Each,
  event: EventOf<Each>,
  option?: MethodTypesOption,
): Each {
  return unboundAppendEvent(order, event, { ...option, releaseValues });
}

/**
 * Returns the order with one more adjustment (§2.9).
 *
 * @throws OrderError if the adjustment is invalid for the order
 */
export function appendAdjustment<Each extends OrderBody>(
  order: Each,
  adjustment: AdjustmentOf<Each>,
  option?: MethodTypesOption,
): Each {
  return unboundAppendAdjustment(order, adjustment, { ...option, releaseValues });
}

/**
 * Returns the order with the final status of a pending adjustment (§2.9).
 *
 * @throws OrderError if the adjustment is unknown, or no longer pending
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
 * Returns the order with these expectations in place of its own (§2.9).
 *
 * @throws OrderError if an expectation covers items that the order does not have
 */
export function replaceExpectations<Each extends OrderBody>(
  order: Each,
  expectations: readonly ExpectationOf<Each>[],
  option?: MethodTypesOption,
): Each {
  return unboundReplaceExpectations(order, expectations, { ...option, releaseValues });
}

/** Returns the order with line quantities and statuses computed from its events and adjustments (§2.9). */
export function deriveOrder<Each extends OrderBody>(
  order: Each,
  ordered?: readonly LineQuantity[],
  option?: MethodTypesOption,
): Each {
  return unboundDeriveOrder(order, ordered, { ...option, releaseValues });
}

/**
 * Returns the payment handlers of a profile in the form of responses (§2.1.3, §2.5), without members that platforms must not see.
 *
 * @param member the protocol's member of the profile
 * @returns undefined if the profile has no payment handlers
 */
export function declaredHandlers(
  member: Readonly<Record<string, unknown>>,
): ResponseHandlers | undefined {
  return unboundDeclaredHandlers(member, releaseValues.responseConfigs);
}
