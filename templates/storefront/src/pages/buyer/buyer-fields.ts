/** The fields of the buyer and of an address, by the names of their members (§2.3). */

import type { AddressRow, BuyerRow } from "../rows.js";
import type { Writing } from "../written.js";
import { countryChoices } from "./countries.js";
import type { Field, FieldKind } from "./field.js";
import { pathOf, type Segment } from "./json-path.js";

interface Member {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly autocomplete: string;
}

function member(
  name: string,
  autocomplete: string,
  { kind = "text", isRequired = true }: { kind?: FieldKind; isRequired?: boolean } = {},
): Member {
  return { name, kind, isRequired, autocomplete };
}

const OPTIONAL = { isRequired: false };

const BUYER: readonly Member[] = [
  member("first_name", "given-name"),
  member("last_name", "family-name"),
  member("email", "email", { kind: "email" }),
  member("phone_number", "tel", { kind: "tel" }),
];

const ADDRESS: readonly Member[] = [
  member("first_name", "shipping given-name", OPTIONAL),
  member("last_name", "shipping family-name", OPTIONAL),
  member("street_address", "shipping address-line1"),
  member("extended_address", "shipping address-line2", OPTIONAL),
  member("postal_code", "shipping postal-code"),
  member("address_locality", "shipping address-level2"),
  member("address_region", "shipping address-level1", OPTIONAL),
  member("address_country", "shipping country", { kind: "country" }),
];

/** Those of the buyer, or the one that is named. What is named itself has to be there. */
export function buyerFields(
  buyer: BuyerRow | undefined,
  name: Segment | undefined,
  writing: Writing,
): Field[] {
  const place = { at: ["buyer"], group: writing.texts.you, have: buyer ?? {}, name };
  return fieldsOf(BUYER, place, writing);
}

export function addressFields(
  address: AddressRow | undefined,
  { at, group, name }: Omit<Place, "have">,
  writing: Writing,
): Field[] {
  return fieldsOf(ADDRESS, { at, group, have: address ?? {}, name }, writing).map((field) =>
    field.kind === "country" ? { ...field, choices: countryChoices(writing) } : field,
  );
}

interface Place {
  readonly at: readonly Segment[];
  readonly group: string;
  readonly have: object;
  readonly name: Segment | undefined;
}

function fieldsOf(
  members: readonly Member[],
  { at, group, have, name }: Place,
  writing: Writing,
): Field[] {
  const values = new Map<string, unknown>(Object.entries(have));
  return members
    .filter((each) => name === undefined || each.name === name)
    .map(({ name: own, isRequired, ...rest }) => ({
      ...rest,
      path: pathOf([...at, own]),
      label: writing.name(own),
      group,
      isRequired: isRequired || name !== undefined,
      value: textOf(values.get(own)),
      choices: [],
    }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
