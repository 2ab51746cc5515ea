/**
 * The ways in which things reach the buyer (§2.6): what the shop offers of each type of method, and what the types of extensions
 * mean. A type that the profile has grown by has its entries here.
 */

import { methodTypeOf, type MethodTypes } from "@proto-gen/runtime/commerce";
import { amountIn, type Currency } from "./currency.js";
import { totalsOf } from "./generated/commerce.js";
import type { Checkout, Order } from "./generated/index.js";

type Fulfillment = NonNullable<Checkout["fulfillment"]>;
type Expectation = NonNullable<Order["fulfillment"]["expectations"]>[number];

export type DeliveryType = NonNullable<Fulfillment["methods"]>[number]["type"];

/** Shipping, pickup and downloads are known; a type of an extension has an entry, or is treated as shipping. */
export const METHOD_TYPES: MethodTypes<Expectation["method_type"]> = {};

export interface OfferedMethod {
  /** For `available_methods`: a sentence of its own. */
  readonly description: string;
  /** What each of its groups can be sent by. */
  readonly options: readonly ReturnType<typeof option>[];
  /** Where the shop hands things over; none where the platform says where to. */
  readonly places?: readonly ReturnType<typeof place>[];
}

/** In the order in which platforms see them. */
export const OFFERED_METHODS: Readonly<Record<DeliveryType, OfferedMethod>> = {
  shipping: {
    description: "We ship it to an address.",
    options: [
      option("Standard", 500, "Arrives within a week."),
      option("Express", 1500, "Arrives on the next working day."),
    ],
  },
  pickup: {
    description: "You pick it up in one of our stores.",
    options: [option("At the counter", 0)],
    places: [
      place("store_downtown", "Downtown", "1 Main Street"),
      place("store_harbor", "Harbor", "2 Pier Road"),
    ],
  },
};

export const OFFERED_TYPES = Object.keys(OFFERED_METHODS) as readonly DeliveryType[];

/** Whether the shop has the destinations of such methods: then the platform and the buyer choose one, and bring none. */
export function hasShopDestinations(type: string): boolean {
  return methodTypeOf(type, { methodTypes: METHOD_TYPES }).destinations === "business";
}

/** The options for each group of such a method, with prices in a currency. */
export function deliveryOptions(type: DeliveryType, currency: Currency) {
  return OFFERED_METHODS[type].options.map(({ usCents, ...said }) => ({
    ...said,
    totals: totalsOf({ subtotal: amountIn(currency, usCents) }),
  }));
}

function option(title: string, usCents: number, description?: string) {
  return { title, usCents, ...(description === undefined ? {} : { description }) };
}

function place(id: string, name: string, street_address: string) {
  return { id, name, address: { street_address, address_region: "CA", address_country: "US" } };
}
