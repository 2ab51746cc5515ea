/** Fulfillment (§2.6) as the protocol writes it, as far as it is read here. Extensions may add members and types. */

import type { PostalAddress } from "../address/postal-address.js";
import type { Total } from "../totals/index.js";

/** A line of the checkout, and whether it needs physical delivery: only such lines are in a method. */
export interface FulfillmentLine {
  readonly id: string;
  readonly physical: boolean;
}

/** A shipping destination, or a retail location: the type of the method says which (`MethodType`). */
export interface Destination extends PostalAddress {
  /** A platform may leave it to the business. */
  readonly id?: string | undefined;
  /** Of a retail location, as is `address`. */
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
  /** `shipping`, `pickup`, or what an extension adds. */
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

/** What a business answers. */
export interface Fulfillment<
  Type extends string = string,
  Place extends Destination = Destination,
> {
  readonly methods?: readonly FulfillmentMethod<Type, Place>[] | undefined;
  readonly available_methods?: readonly AvailableMethod[] | undefined;
}

export interface GroupRequest {
  /** Absent in releases whose requests name groups by their position. */
  readonly id?: string | undefined;
  readonly selected_option_id?: string | null | undefined;
}

/** A method to add, or one that is there already (§4.2, rules 2 and 3). */
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

/** What a platform asks for. */
export interface FulfillmentRequest<
  Type extends string = string,
  Place extends Destination = Destination,
> {
  readonly methods?: readonly MethodRequest<Type, Place>[] | undefined;
}
