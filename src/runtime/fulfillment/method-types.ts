/**
 * The meaning of the types of fulfillment methods (§2.6, §2.9). The runtime knows those of the protocol; a business says what the
 * types of its extensions mean. A type of which nobody says anything is treated as shipping.
 */

import { own } from "../json/members.js";

export interface MethodType {
  /**
   * The party that has the destinations: the platform sends its buyer's, or the business lists its own and the platform
   * sends none. What the hook `locations` of `planFulfillment` returns for a type is used either way.
   */
  readonly destinations: "platform" | "business";
  /**
   * Types of events after which the buyer has the goods: they count as fulfilled. `canceled` and `returned_to_sender` always
   * have their own meaning.
   */
  readonly finalEvents: readonly string[];
  /** True if the chosen destination is the buyer's place, which `shippingAddress` returns. */
  readonly buyerLocation: boolean;
}

/** `MethodTypes<FulfillmentMethodType>` allows only the types that the generated code has. */
export type MethodTypes<Type extends string = string> = Readonly<Partial<Record<Type, MethodType>>>;

export interface MethodTypesOption {
  /** The types that extensions add, and those of the protocol whose meaning is another one at this business. */
  readonly methodTypes?: MethodTypes | undefined;
}

const SHIPPING: MethodType = {
  destinations: "platform",
  finalEvents: ["delivered"],
  buyerLocation: true,
};

/**
 * §2.9 has no event for the end of a pickup. For what is handed over at a counter it is one of these; for what is shipped neither
 * is, since there the carrier collects the parcel.
 */
const PICKUP: MethodType = {
  destinations: "business",
  finalEvents: ["delivered", "picked_up", "collected"],
  buyerLocation: false,
};

const PROTOCOL_TYPES = { shipping: SHIPPING, pickup: PICKUP, digital: SHIPPING };

/** The types come from requests too: only own members count. */
export function methodTypeOf(
  type: string,
  { methodTypes = {} }: MethodTypesOption = {},
): MethodType {
  const found = own(methodTypes, type) ?? own(PROTOCOL_TYPES, type);
  return (found as MethodType | undefined) ?? SHIPPING;
}

/** The final events of goods that may reach the buyer by any of these types; without types, those of shipping. */
export function finalEventsOf(
  types: readonly string[],
  option?: MethodTypesOption,
): ReadonlySet<string> {
  const known = types.length === 0 ? ["shipping"] : types;
  return new Set(known.flatMap((type) => methodTypeOf(type, option).finalEvents));
}
