/**
 * The meaning of fulfillment method types (§2.6, §2.9). The protocol's types are predefined; a business defines those
 * of its extensions. Unknown types are treated as shipping.
 */

import { own } from "../../json/members.js";

export interface MethodType {
  /**
   * Whose destinations a method has: the platform sends its buyer's, or the business lists its own and the platform
   * sends none. Results of the hook `locations` of `planFulfillment` are used in either case.
   */
  readonly destinations: "platform" | "business";
  /**
   * Types of events after which the buyer has the goods, so they count as fulfilled. `canceled` and
   * `returned_to_sender` always keep their meaning.
   */
  readonly finalEvents: readonly string[];
  /** True if the chosen destination is the buyer's location, which `shippingAddress` returns. */
  readonly buyerLocation: boolean;
}

/** `MethodTypes<FulfillmentMethodType>` allows only the types of the generated code. */
export type MethodTypes<Type extends string = string> = Readonly<Partial<Record<Type, MethodType>>>;

export interface MethodTypesOption {
  /** The types of extensions, and those of the protocol whose meaning differs at this business. */
  readonly methodTypes?: MethodTypes | undefined;
}

const SHIPPING: MethodType = {
  destinations: "platform",
  finalEvents: ["delivered"],
  buyerLocation: true,
};

/**
 * §2.9 has no event for the end of a pickup. These mean it for goods at a counter, but not for shipped goods, which
 * the carrier picks up.
 */
const PICKUP: MethodType = {
  destinations: "business",
  finalEvents: ["delivered", "picked_up", "collected"],
  buyerLocation: false,
};

const PROTOCOL_TYPES = { shipping: SHIPPING, pickup: PICKUP, digital: SHIPPING };

/**
 * Returns the meaning of a method's type (§2.6). Types also come from requests, so only own members of `methodTypes`
 * count.
 * @example
 * ```ts
 * import { type MethodTypes, methodTypeOf } from "@proto-gen/runtime/commerce";
 *
 * const locker = { destinations: "business", finalEvents: ["collected"], buyerLocation: false } as const;
 * const methodTypes: MethodTypes = { "com.example.locker": locker };
 * methodTypeOf("com.example.locker", { methodTypes }).destinations; // "business"
 * methodTypeOf("shipping").finalEvents; // ["delivered"]
 * ```
 */
export function methodTypeOf(
  type: string,
  { methodTypes = {} }: MethodTypesOption = {},
): MethodType {
  const found = own(methodTypes, type) ?? own(PROTOCOL_TYPES, type);
  return (found as MethodType | undefined) ?? SHIPPING;
}

/**
 * The final events of goods that may be delivered by any of these types. Default without types: those of shipping.
 */
export function finalEventsOf(
  types: readonly string[],
  option?: MethodTypesOption,
): ReadonlySet<string> {
  const known = types.length === 0 ? ["shipping"] : types;
  return new Set(known.flatMap((type) => methodTypeOf(type, option).finalEvents));
}
