/** The fields of a delivery (§2.6): where to, and which of what is offered. */

import { hasShopDestinations } from "../../delivery-methods.js";
import { totalOf } from "../lines.js";
import type { CheckoutRow, DeliveryMethodRow, DestinationRow } from "../rows.js";
import type { Writing } from "../written.js";
import { addressFields } from "./buyer-fields.js";
import { countryName } from "./countries.js";
import type { Choice, Field } from "./field.js";
import { pathOf, type Segment } from "./json-path.js";

interface Place {
  readonly at: readonly Segment[];
  readonly method: DeliveryMethodRow;
  readonly group: string;
  readonly price: (amount: number) => string;
  readonly writing: Writing;
}

const SHIPPING: DeliveryMethodRow = { type: "shipping" };

/** `rest` is what stands after `$.fulfillment`. */
export function deliveryFields(
  { fulfillment, currency }: CheckoutRow,
  rest: readonly Segment[],
  writing: Writing,
): Field[] {
  const planned = fulfillment?.methods ?? [];
  // A platform that has not said how: it is shipped, once it is known where to.
  const methods = planned.length === 0 ? [SHIPPING] : planned;
  const [, index, ...inMethod] = rest;
  return methods.flatMap((method, each) => {
    if (index !== undefined && index !== each) return [];
    const { delivery } = writing.texts;
    const group = methods.length === 1 ? delivery : `${delivery} ${each + 1}`;
    const price = (amount: number): string => writing.money(amount, currency);
    const at = ["fulfillment", "methods", each];
    return methodFields({ at, method, group, price, writing }, inMethod);
  });
}

/** All of the method, unless the message names a part of it. */
function methodFields(place: Place, [part, index, member]: readonly Segment[]): Field[] {
  const fields: Field[] = [];
  if (part === undefined || part === "destinations" || part === "selected_destination_id")
    fields.push(...destinationFields(place, index, member));
  if (part === undefined || part === "groups") fields.push(...groupFields(place, index));
  return fields;
}

function destinationFields(
  { at, method, group, writing }: Place,
  index: Segment | undefined,
  member: Segment | undefined,
): Field[] {
  const { destinations = [], selected_destination_id: selected, type } = method;
  if (index === undefined && (hasShopDestinations(type) || destinations.length > 1)) {
    const choices = destinations.map((each) => ({ value: each.id, label: placeOf(each, writing) }));
    const path = pathOf([...at, "selected_destination_id"]);
    const label = writing.texts.whereTo;
    return choiceField({ path, group, label, value: selected ?? "", choices });
  }
  const number = typeof index === "number" ? index : 0;
  const inDestination = [...at, "destinations", number];
  const place = { at: inDestination, group, name: member };
  return addressFields(destinations[number], place, writing);
}

function groupFields(
  { at, method, group, price, writing: { texts } }: Place,
  index: Segment | undefined,
): Field[] {
  const { groups = [] } = method;
  return groups.flatMap(({ options = [], selected_option_id: selected }, each) => {
    if (index !== undefined && index !== each) return [];
    const choices = options.map(({ id, title, description, totals }) => {
      const cost = totalOf(totals);
      const parts = [title, description, cost === undefined ? undefined : price(cost)];
      return { value: id, label: parts.filter((part) => part !== undefined).join(", ") };
    });
    const path = pathOf([...at, "groups", each, "selected_option_id"]);
    const parcel = groups.length === 1 ? "" : `, ${texts.parcel(each + 1)}`;
    const label = `${texts.howAndWhen}${parcel}`;
    return choiceField({ path, group, label, value: selected ?? "", choices });
  });
}

/** None where nothing is offered: there is nothing to choose. */
function choiceField(
  field: Pick<Field, "path" | "group" | "label" | "value"> & { readonly choices: Choice[] },
): Field[] {
  if (field.choices.length === 0) return [];
  return [{ ...field, kind: "choice", isRequired: true, autocomplete: "off" }];
}

/** A destination in one line. */
export function placeOf({ name, address, ...own }: DestinationRow, writing: Writing): string {
  const at = address ?? own;
  const person = [at.first_name, at.last_name].filter((part) => part !== undefined).join(" ");
  const city = [at.postal_code, at.address_locality].filter((part) => part !== undefined).join(" ");
  return [name, person, at.street_address, at.extended_address, city, at.address_region]
    .concat(countryName(writing, at.address_country))
    .filter((part) => part !== undefined && part !== "")
    .join(", ");
}
