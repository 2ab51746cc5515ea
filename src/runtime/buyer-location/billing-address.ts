/** Where the bill goes (§2.5). In: the payment of a checkout, or of a request. Out: an address. */

import type { PostalAddress } from "../address/postal-address.js";

export interface InstrumentsOfPayment {
  readonly instruments?:
    | readonly {
        readonly id: string;
        readonly selected?: boolean | undefined;
        readonly billing_address?: PostalAddress | undefined;
      }[]
    | undefined;
  /** The earlier form of `selected`. */
  readonly selected_instrument_id?: string | undefined;
}

/** Of the instrument that is selected; undefined where none is, since another one's binds nobody. */
export function billingAddress(
  payment: InstrumentsOfPayment | undefined,
): PostalAddress | undefined {
  const { instruments = [], selected_instrument_id: selectedId } = payment ?? {};
  const selected =
    instruments.find(({ selected }) => selected === true) ??
    instruments.find(({ id, selected }) => id === selectedId && selected !== false);
  return selected?.billing_address;
}
