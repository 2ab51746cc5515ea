/** Finds the billing address in a payment (§2.5). */

import type { PostalAddress } from "../address/postal-address.js";

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
 * Returns the address of the selected instrument. Undefined if none is selected, since other instruments' addresses
 * do not bind.
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
