/** The handlers that the runtime's checkouts bring: `createCheckouts(...).handlers`. A business writes only the others. */

import type { CheckoutHandlers } from "@proto-gen/runtime/checkout";

const NAMES: Readonly<Record<keyof CheckoutHandlers, true>> = {
  createCheckout: true,
  getCheckout: true,
  updateCheckout: true,
  completeCheckout: true,
  cancelCheckout: true,
};

export const CHECKOUT_HANDLERS: readonly string[] = Object.keys(NAMES);

export const CHECKOUT_MODULE = "@proto-gen/runtime/checkout";
export const CREATE_CHECKOUTS = "createCheckouts";
