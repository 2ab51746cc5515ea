/** What a checkout can be paid with (§2.5): the profile's handlers, as far as this cart allows. */

import { shippingAddress, amountOf } from "@proto-gen/runtime/commerce";
import type { ResponseHandler, ResponseHandlers } from "@proto-gen/runtime/server";
import type { Prices } from "../currency.js";
import { METHOD_TYPES } from "../delivery-methods.js";
import type { Checkout } from "../generated/index.js";

/** Paid in thirty days: in the United States alone, and neither for little nor for much. Minor units of the home currency. */
const DEFERRED = { country: "US", least: 5_000, most: 50_000 };

type Declared = Readonly<Record<string, readonly ResponseHandler[]>>;

export function createPaymentHandlers(
  declared: Declared,
  prices: Prices,
): (resource: object) => ResponseHandlers {
  return (resource) => {
    const entries = Object.entries(declared).map(([name, handlers]) => [
      name,
      handlersForCart(handlers, resource, prices),
    ]);
    return Object.fromEntries(entries) as ResponseHandlers;
  };
}

interface Handler {
  readonly available_instruments?: readonly unknown[];
}

/** In either form (§2.1.3): without the instruments that are not for this cart, and without handlers that have no other. */
export function handlersForCart<Each extends Handler>(
  handlers: readonly Each[],
  checkout: Partial<Checkout>,
  prices: Prices,
): readonly Each[] {
  return handlers.flatMap((handler) => {
    const { available_instruments: instruments } = handler;
    if (instruments === undefined) return [handler];
    const left = instruments.filter((each) => isForCart(each, checkout, prices));
    if (left.length === 0 && instruments.length > 0) return [];
    return [{ ...handler, available_instruments: left }];
  });
}

/** What is paid later is not for every cart. */
export function isForCart(
  instrument: unknown,
  checkout: Partial<Checkout>,
  prices: Prices,
): boolean {
  const { type } = instrument as { readonly type?: unknown };
  return type !== "pay_later" || mayDefer(checkout, prices);
}

function mayDefer(
  { totals = [], currency, fulfillment }: Partial<Checkout>,
  { known, amountIn }: Prices,
): boolean {
  const own = known(currency);
  const total = amountOf(totals, "total");
  if (own === undefined || total === undefined) return false;
  const address = shippingAddress(fulfillment, { methodTypes: METHOD_TYPES });
  return (
    address?.address_country === DEFERRED.country &&
    total >= amountIn(own, DEFERRED.least) &&
    total <= amountIn(own, DEFERRED.most)
  );
}
