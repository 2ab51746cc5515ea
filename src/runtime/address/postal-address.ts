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
