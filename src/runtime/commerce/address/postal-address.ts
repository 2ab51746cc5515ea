/** The form of postal addresses (§2.3), and the fields of them that delivery needs. */

/**
 * The fields that an address needs for delivery (§2.3), by country, as its postal service requires. A business can
 * supply a function of its own instead.
 */
export type AddressField =
  "street_address" | "address_locality" | "address_region" | "postal_code" | "address_country";

/** @returns all fields that the address must have, including those already present */
export type RequiredAddressFields = (address: PostalAddress) => readonly AddressField[];

const STREET = "street_address";
const CITY = "address_locality";
const REGION = "address_region";
const CODE = "postal_code";

interface Group {
  /** In addition to the country. */
  readonly fields: readonly AddressField[];
  /** ISO 3166-1 alpha-2 and alpha-3. */
  readonly countries: string;
}

const GROUPS: readonly Group[] = [
  {
    fields: [STREET, CITY, REGION, CODE],
    countries: "AU AUS BR BRA CA CAN CN CHN ES ESP IN IND IT ITA KR KOR MX MEX TW TWN US USA",
  },
  {
    fields: [STREET, CITY, CODE],
    countries:
      "AT AUT BE BEL CH CHE CZ CZE DE DEU DK DNK EE EST FI FIN FR FRA GB GBR GR GRC HU HUN LT LTU LU LUX LV LVA NL NLD NO NOR NZ NZL PL POL PT PRT SE SWE SK SVK TR TUR UA UKR ZA ZAF",
  },
  { fields: [STREET, REGION, CODE], countries: "JP JPN" },
  { fields: [STREET, REGION], countries: "AE ARE HK HKG" },
  { fields: [STREET, CODE], countries: "SG SGP" },
];

/** For countries in no group, and addresses without a country. */
const OTHERS: readonly AddressField[] = [STREET, CITY];

const BY_COUNTRY = /* @__PURE__ */ new Map(
  /* @__PURE__ */ GROUPS.flatMap(({ fields, countries }) =>
    countries.split(" ").map((country) => [country, fields] as const),
  ),
);

/**
 * Returns the fields that a delivery to this address needs (§2.3), those already present included. A country written as
 * a name (§2.3) is treated as one in no group.
 * @example
 * ```ts
 * import { requiredAddressFields } from "@proto-gen/runtime/commerce";
 *
 * requiredAddressFields({ address_country: "SG" }); // ["street_address", "postal_code", "address_country"]
 * requiredAddressFields({}); // ["street_address", "address_locality", "address_country"]
 * ```
 */
export function requiredAddressFields({
  address_country: country = "",
}: PostalAddress): readonly AddressField[] {
  const fields = BY_COUNTRY.get(country.trim().toUpperCase()) ?? OTHERS;
  return [...fields, "address_country"];
}

/** Returns the required fields that are missing or blank. */
export function missingAddressFields(
  address: PostalAddress,
  required: RequiredAddressFields = requiredAddressFields,
): readonly AddressField[] {
  return required(address).filter((field) => (address[field] ?? "").trim() === "");
}
/** A postal address (§2.3). */
export interface PostalAddress {
  readonly extended_address?: string | undefined;
  readonly street_address?: string | undefined;
  readonly address_locality?: string | undefined;
  readonly address_region?: string | undefined;
  /** ISO 3166-1 alpha-2; alpha-3 and names are accepted. */
  readonly address_country?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly phone_number?: string | undefined;
}
