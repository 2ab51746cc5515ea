/**
 * The handlers that functions of the generated `commerce.ts` bring: `createCheckouts(...).handlers`, `createOrders(...).handlers`. A
 * business writes only the others.
 */

import type { Carts, CheckoutHandlers, OrderBody, Orders } from "@proto-gen/runtime/commerce";

const CHECKOUT_NAMES: Readonly<Record<keyof CheckoutHandlers, true>> = {
  createCheckout: true,
  getCheckout: true,
  updateCheckout: true,
  completeCheckout: true,
  cancelCheckout: true,
};

const ORDER_NAMES: Readonly<Record<keyof Orders<OrderBody>["handlers"], true>> = {
  getOrder: true,
};

type CartHandlers = Carts<never>["handlers"];

const CART_NAMES: Readonly<Record<keyof CartHandlers, true>> = {
  createCart: true,
  getCart: true,
  updateCart: true,
  cancelCart: true,
};

export const CHECKOUT_HANDLERS: readonly string[] = Object.keys(CHECKOUT_NAMES);
export const ORDER_HANDLERS: readonly string[] = Object.keys(ORDER_NAMES);

/** Those that `createBusiness` brings. */
export const BUSINESS_HANDLERS: ReadonlySet<string> = new Set([
  ...CHECKOUT_HANDLERS,
  ...ORDER_HANDLERS,
  ...Object.keys(CART_NAMES),
]);

/** The module that exports them, by a relative path or by an alias of the user's project. */
export const COMMERCE_MODULE = /\/commerce(\.[jt]s)?$/;
export const CREATE_CHECKOUTS = "createCheckouts";
export const CREATE_ORDERS = "createOrders";

/** By the name of the function. */
export const HANDLERS_BY_FUNCTION: ReadonlyMap<string, readonly string[]> = new Map([
  [CREATE_CHECKOUTS, CHECKOUT_HANDLERS],
  [CREATE_ORDERS, ORDER_HANDLERS],
]);
