/** Recognizes equal places by a text that is equal for both. */

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

/** Uses the members of §2.6 except the id. Undefined if there are none. */
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
