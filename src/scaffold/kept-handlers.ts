/** The handlers that the runtime's keeper of checkouts writes: `createCheckouts(...).handlers`. */

import type { CheckoutHandlers } from "@proto-gen/runtime/checkout";

const NAMES: Readonly<Record<keyof CheckoutHandlers, true>> = {
  createCheckout: true,
  getCheckout: true,
  updateCheckout: true,
  completeCheckout: true,
  cancelCheckout: true,
};

export const KEPT_HANDLERS: readonly string[] = Object.keys(NAMES);

export const KEEPER_MODULE = "@proto-gen/runtime/checkout";
export const KEEPER_FUNCTION = "createCheckouts";
