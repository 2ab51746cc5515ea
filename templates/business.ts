import { createBusiness as unboundCreateBusiness } from "@proto-gen/runtime/codegen/v1/business";
import type {
  Business as BusinessOf,
  BusinessOptions as BusinessOptionsOf,
  OtherHandlers as OtherHandlersOf,
} from "@proto-gen/runtime/business";
import {
  agreement,
  createCarts,
  createCheckouts,
  createOrders,
  createServer,
  createWebhookSender,
  name,
  newOrder,
  surface,
  type Handlers,
  type Order,
} from "./slots/business.js";

/** What `createBusiness` returns. `Payment` is what the payment provider receives. */
export type Business<Payment = unknown> = BusinessOf<Handlers, Order, Payment>;

/** The decisions of a business. `BusinessOptions["checkouts"]` has those about checkouts. */
export type BusinessOptions<Payment = unknown> = BusinessOptionsOf<Handlers, Order, Payment>;

/** The handlers that `createBusiness` has not: those of the catalog, and of operations that the protocol does not know. */
export type OtherHandlers = OtherHandlersOf<Handlers>;

/**
 * Creates a whole business (§3, §4): checkouts, carts and orders over one storage, payments, signing keys, order events, and the
 * server. Your code computes checkouts, answers the other operations, and names the payment provider. Call `start`, and serve
 * the result.
 *
 * @throws TypeError if a handler is missing, and what the profile lacks as `createServer` does
 */
export function createBusiness<Payment = unknown>(
  options: BusinessOptions<Payment>,
): Promise<Business<Payment>> {
  const binding = {
    name,
    agreement,
    surface,
    createServer,
    createCheckouts,
    createCarts,
    createOrders,
    createWebhookSender,
    newOrder,
  };
  return unboundCreateBusiness<Handlers, Order, Payment>(binding, options);
}
