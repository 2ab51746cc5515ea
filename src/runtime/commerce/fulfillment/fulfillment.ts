/**
 * The members of fulfillment that are read (§2.6), and the comparison of destinations. Extensions may add members
 * and types.
 */

import type { PostalAddress } from "../address/postal-address.js";
import type { Total } from "../totals/total.js";

/** A line of the checkout. Only lines that need physical delivery are in a method. */
export interface FulfillmentLine {
  readonly id: string;
  readonly physical: boolean;
}

/** A shipping destination or a retail location, depending on the method's type (`MethodType`). */
export interface Destination extends PostalAddress {
  /** A platform may leave it to the business. */
  readonly id?: string | undefined;
  /** Of a retail location, like `address`. */
  readonly name?: string | undefined;
  readonly address?: PostalAddress | undefined;
}

export interface FulfillmentOption {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly totals: readonly Total[];
}

export interface FulfillmentGroup {
  readonly id: string;
  readonly line_item_ids: readonly string[];
  readonly options?: readonly FulfillmentOption[] | undefined;
  readonly selected_option_id?: string | null | undefined;
}

export interface FulfillmentMethod<
  Type extends string = string,
  Place extends Destination = Destination,
> {
  readonly id: string;
  /** `shipping`, `pickup`, or an extension's type. */
  readonly type: Type;
  readonly line_item_ids: readonly string[];
  readonly destinations?: readonly Place[] | undefined;
  readonly selected_destination_id?: string | null | undefined;
  readonly groups?: readonly FulfillmentGroup[] | undefined;
}

export interface AvailableMethod {
  readonly type: string;
  readonly line_item_ids: readonly string[];
  /** `now` or an ISO 8601 date. */
  readonly fulfillable_on?: string | null | undefined;
  readonly description?: string | undefined;
}

/** The fulfillment in a response. */
export interface Fulfillment<
  Type extends string = string,
  Place extends Destination = Destination,
> {
  readonly methods?: readonly FulfillmentMethod<Type, Place>[] | undefined;
  readonly available_methods?: readonly AvailableMethod[] | undefined;
}

export interface GroupRequest {
  /** Absent in releases whose requests identify groups by position. */
  readonly id?: string | undefined;
  readonly selected_option_id?: string | null | undefined;
}

/** A new method, or an existing one (§4.2, rules 2 and 3). */
export interface MethodRequest<
  Type extends string = string,
  Place extends Destination = Destination,
> {
  readonly id?: string | undefined;
  readonly type?: Type | undefined;
  readonly line_item_ids?: readonly string[] | undefined;
  readonly destinations?: readonly Place[] | undefined;
  readonly selected_destination_id?: string | null | undefined;
  readonly groups?: readonly GroupRequest[] | undefined;
}

/** The fulfillment in a request. */
export interface FulfillmentRequest<
  Type extends string = string,
  Place extends Destination = Destination,
> {
  readonly methods?: readonly MethodRequest<Type, Place>[] | undefined;
}

const ADDRESS: readonly (keyof PostalAddress)[] = [
  "extended_address",
  "street_address",
  "address_locality",
  "address_region",
  "address_country",
  "postal_code",
  "first_name",
  "last_name",
  "phone_number",
];

/**
 * Recognizes equal places by a text that is equal for both. Uses the members of §2.6 except the id. Undefined if
 * there are none.
 */
export function destinationKey(destination: Destination): string | undefined {
  const { name, address = {} } = destination;
  const values = [name, ...fieldsOf(destination), ...fieldsOf(address)];
  // Strings only: an extension's members may be of any depth.
  const texts = values.map((value) => (typeof value === "string" ? value : null));
  return texts.every((text) => text === null) ? undefined : JSON.stringify(texts);
}

/** Compares all known members; without any, the ids. */
export function isSamePlace(left: Destination, right: Destination): boolean {
  const [one, other] = [destinationKey(left), destinationKey(right)];
  return one === undefined && other === undefined ? left.id === right.id : one === other;
}

function fieldsOf(address: PostalAddress): readonly unknown[] {
  return ADDRESS.map((name) => address[name]);
}
