/**
 * The ways in which things reach the buyer (§2.6): what `data.json` says of each type of method, what it costs, and what the
 * types of extensions mean. A type that the profile has grown by has its entry here.
 */

import { methodTypeOf, type MethodTypes } from "@proto-gen/runtime/commerce";
import type { Currency, Prices } from "./currency.js";
import { totalsOf } from "./generated/commerce.js";
import type { Checkout, Order } from "./generated/index.js";

type Fulfillment = NonNullable<Checkout["fulfillment"]>;
type Expectation = NonNullable<Order["fulfillment"]["expectations"]>[number];

export type DeliveryType = NonNullable<Fulfillment["methods"]>[number]["type"];

/** Shipping, pickup and downloads are known; a type of an extension has an entry, or is treated as shipping. */
export const METHOD_TYPES: MethodTypes<Expectation["method_type"]> = {};

/** What the shop offers of one type of method. Amounts are in minor units of the home currency. */
export interface OfferedMethod {
  /** For `available_methods`: a sentence of its own. */
  readonly description: string;
  /** What each of its groups can be sent by. */
  readonly rates: readonly DeliveryRate[];
  /** Where the shop hands things over; none where the platform says where to. */
  readonly places?: readonly {
    readonly id: string;
    readonly name: string;
    readonly address: object;
  }[];
}

export interface DeliveryRate {
  /** The name of the service; made from the title where there is none. */
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly price: number;
  /** ISO 3166-1 alpha-2; everywhere where there are none. */
  readonly countries?: readonly string[];
  /** From this sum of the goods on it costs nothing. */
  readonly free_from?: number;
  /** With one of these items it costs nothing. */
  readonly free_with?: readonly string[];
}

/** What a group of lines is, and where it goes. */
export interface Sending {
  readonly country: string | undefined;
  readonly itemIds: readonly string[];
  /** What all goods of the checkout cost, in minor units of the currency. */
  readonly subtotal: number;
}

/** Whether the shop has the destinations of such methods: then the platform and the buyer choose one, and bring none. */
export function hasShopDestinations(type: string): boolean {
  return methodTypeOf(type, { methodTypes: METHOD_TYPES }).destinations === "business";
}

/** The options for a group of such a method, with prices in a currency. */
export function deliveryOptions(
  { rates }: OfferedMethod,
  { country, itemIds, subtotal }: Sending,
  { currency, prices }: { readonly currency: Currency; readonly prices: Prices },
) {
  const goesThere = ({ countries }: DeliveryRate): boolean =>
    countries === undefined || (country !== undefined && countries.includes(country));
  const isFree = ({ free_from, free_with = [] }: DeliveryRate): boolean =>
    (free_from !== undefined && subtotal >= prices.amountIn(currency, free_from)) ||
    itemIds.some((id) => free_with.includes(id));
  return rates.filter(goesThere).map((rate) => {
    const { id, title, description, price } = rate;
    return {
      ...(id === undefined ? {} : { id }),
      title,
      ...(description === undefined ? {} : { description }),
      totals: totalsOf({ subtotal: isFree(rate) ? 0 : prices.amountIn(currency, price) }),
    };
  });
}
