/** Which destinations are the same place. In: a destination. Out: a text that is equal for equal places. */

import type { PostalAddress } from "../address/postal-address.js";
import type { Destination } from "./fulfillment.js";

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

/** By what §2.6 has of a destination, without its id; undefined where that is nothing. */
export function destinationKey(destination: Destination): string | undefined {
  const { name, address = {} } = destination;
  const values = [name, ...fieldsOf(destination), ...fieldsOf(address)];
  // Only texts: what an extension makes of a member may be of any depth.
  const texts = values.map((value) => (typeof value === "string" ? value : null));
  return texts.every((text) => text === null) ? undefined : JSON.stringify(texts);
}

/** Under one id they are one place; under two as well, where all that is known of them is equal. */
export function isSamePlace(left: Destination, right: Destination): boolean {
  const [one, other] = [destinationKey(left), destinationKey(right)];
  return one === undefined && other === undefined ? left.id === right.id : one === other;
}

function fieldsOf(address: PostalAddress): readonly unknown[] {
  return ADDRESS.map((name) => address[name]);
}
