/** What a checkout can be paid with (§2.5): the profile's handlers, as far as this cart allows. */

import { shippingAddress } from "@proto-gen/runtime/buyer-location";
import type { ResponseHandler, ResponseHandlers } from "@proto-gen/runtime/envelope";
import { amountOf } from "@proto-gen/runtime/totals";
import { METHOD_TYPES } from "../delivery-methods.js";
import type { Checkout } from "../generated/index.js";

/** Paid in thirty days: in the United States alone, and neither for little nor for much. US cents. */
const DEFERRED = { country: "US", least: 5_000, most: 50_000 };

type Declared = Readonly<Record<string, readonly ResponseHandler[]>>;

export function createPaymentHandlers(declared: Declared): (resource: object) => ResponseHandlers {
  return (resource) => {
    const checkout = resource as Partial<Checkout>;
    const entries = Object.entries(declared).map(([name, handlers]) => [
      name,
      handlers.map((handler) => forCart(handler, checkout)),
    ]);
    return Object.fromEntries(entries) as ResponseHandlers;
  };
}

function forCart(handler: ResponseHandler, checkout: Partial<Checkout>): ResponseHandler {
  const { config: _ownBusiness, ...rest } = handler;
  const { available_instruments: instruments } = rest;
  if (instruments === undefined) return rest;
  return {
    ...rest,
    available_instruments: instruments.filter((each) => isForCart(each, checkout)),
  };
}

/** What is paid later is not for every cart. */
export function isForCart(instrument: unknown, checkout: Partial<Checkout>): boolean {
  const { type } = instrument as { readonly type?: unknown };
  return type !== "pay_later" || mayDefer(checkout);
}

function mayDefer({ totals = [], fulfillment }: Partial<Checkout>): boolean {
  const total = amountOf(totals, "total") ?? 0;
  const address = shippingAddress(fulfillment, { methodTypes: METHOD_TYPES });
  return (
    address?.address_country === DEFERRED.country &&
    total >= DEFERRED.least &&
    total <= DEFERRED.most
  );
}
