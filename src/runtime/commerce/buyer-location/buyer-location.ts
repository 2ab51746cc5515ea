/** Determines the best known location of a buyer (§2.3, §2.7). */

import type { PostalAddress } from "../address/postal-address.js";
import { isObject, own } from "../../json/members.js";
import { methodTypeOf, type MethodTypesOption } from "../fulfillment/method-types.js";
import { selectedDestination } from "../fulfillment/choices.js";
import type { Fulfillment, FulfillmentMethod } from "../fulfillment/fulfillment.js";

/** The known members of a postal address (§2.3) that describe a place. */
export interface BuyerPlace {
  readonly address_country?: string;
  readonly address_region?: string;
  readonly address_locality?: string;
  readonly postal_code?: string;
  readonly street_address?: string;
  readonly extended_address?: string;
}

const PLACE = [
  "address_country",
  "address_region",
  "address_locality",
  "postal_code",
  "street_address",
  "extended_address",
] as const;

/** Undefined if the address has only names, blank texts or nothing. */
function locationIn(address: PostalAddress | undefined): BuyerPlace | undefined {
  if (!isObject(address)) return undefined;
  const known = PLACE.flatMap((name) => {
    const value = own(address, name);
    return typeof value === "string" && value.trim() !== "" ? [[name, value] as const] : [];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Finds the billing address in a payment (§2.5). */
export interface InstrumentsOfPayment {
  readonly instruments?:
    | readonly {
        readonly id: string;
        readonly selected?: boolean | undefined;
        readonly billing_address?: PostalAddress | undefined;
      }[]
    | undefined;
  /** Former releases use this instead of `selected`. */
  readonly selected_instrument_id?: string | undefined;
}

/**
 * Returns the address of the selected instrument (§2.5). Undefined if none is selected, since other instruments'
 * addresses do not bind.
 * @example
 * ```ts
 * import { billingAddress } from "@proto-gen/runtime/commerce";
 *
 * const billing_address = { address_country: "FR", postal_code: "75001" };
 * const instruments = [{ id: "card_1", selected: true, billing_address }, { id: "card_2" }];
 * billingAddress({ instruments })?.postal_code; // "75001"
 * ```
 */
export function billingAddress(
  payment: InstrumentsOfPayment | undefined,
): PostalAddress | undefined {
  const { instruments = [], selected_instrument_id: selectedId } = payment ?? {};
  const selected =
    instruments.find(({ selected }) => selected === true) ??
    instruments.find(({ id, selected }) => id === selectedId && selected !== false);
  return selected?.billing_address;
}

/**
 * Returns the first chosen destination at the buyer's location (§2.6). Pickup locations are the business's and are
 * skipped; `methodTypes` decides for the types of extensions.
 * @example
 * ```ts
 * import { shippingAddress } from "@proto-gen/runtime/commerce";
 *
 * const home = { id: "home", address_country: "FR", postal_code: "75001" };
 * const method = { id: "m1", type: "shipping", line_item_ids: ["line_1"], destinations: [home] };
 * shippingAddress({ methods: [method] }); // undefined
 * shippingAddress({ methods: [{ ...method, selected_destination_id: "home" }] })?.postal_code; // "75001"
 * ```
 */
export function shippingAddress(
  fulfillment: Fulfillment | undefined,
  option?: MethodTypesOption,
): PostalAddress | undefined {
  return fulfillment?.methods
    ?.map((method) => addressIn(method, option))
    .find((each) => locationIn(each) !== undefined);
}

/** Locations of the business have their address in a separate member (§2.6). */
function addressIn(
  method: FulfillmentMethod,
  option: MethodTypesOption | undefined,
): PostalAddress | undefined {
  const { buyerLocation, destinations } = methodTypeOf(method.type, option);
  if (!buyerLocation) return undefined;
  const chosen = selectedDestination(method);
  return destinations === "business" ? (chosen?.address ?? chosen) : chosen;
}

/** From the most to the least precise. */
export type LocationSource = "shipping" | "billing" | "context" | "geo_ip";

export interface BuyerLocation {
  readonly source: LocationSource;
  /**
   * True if the location belongs to the transaction. Only enforce eligibility and policy then; otherwise use it for
   * estimates.
   */
  readonly binding: boolean;
  readonly place: BuyerPlace;
}

export interface BuyerLocationOptions {
  /** The chosen destination, from `shippingAddress`. */
  readonly shipping?: PostalAddress | undefined;
  /** The selected instrument's address, from `billingAddress`. */
  readonly billing?: PostalAddress | undefined;
  /** The platform's provisional information (§2.3, Context). */
  readonly context?:
    Pick<PostalAddress, "address_country" | "address_region" | "postal_code"> | undefined;
  /** Called only if nothing else is known. */
  readonly geoIp?:
    (() => Promise<PostalAddress | undefined> | PostalAddress | undefined) | undefined;
}

/**
 * Determines the buyer's location for prices, availability and taxes (§2.3). Uses a single source and never combines
 * several: a country from the context and a postal code from the transaction would make up a place. Undefined if
 * nothing is known.
 * @throws whatever `geoIp` throws
 * @example
 * ```ts
 * import { buyerLocation } from "@proto-gen/runtime/commerce";
 *
 * const geoIp = () => ({ address_country: "FR" });
 * (await buyerLocation({ geoIp }))?.binding; // false
 * const billing = { address_country: "JP", postal_code: "100-0001" };
 * (await buyerLocation({ billing, geoIp }))?.source; // "billing"
 * ```
 */
export async function buyerLocation({
  shipping,
  billing,
  context,
  geoIp,
}: BuyerLocationOptions): Promise<BuyerLocation | undefined> {
  return (
    located("shipping", true, shipping) ??
    located("billing", true, billing) ??
    located("context", false, context) ??
    located("geo_ip", false, await geoIp?.())
  );
}

function located(
  source: LocationSource,
  binding: boolean,
  address: PostalAddress | undefined,
): BuyerLocation | undefined {
  const place = locationIn(address);
  return place === undefined ? undefined : { source, binding, place };
}
