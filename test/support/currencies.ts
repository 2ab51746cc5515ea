/** Data for tests of currencies: the price of an instant camera in each of them, and a proxy that says the country of a caller. */

import type { Body } from "../blackbox/shapes.js";
import { basket } from "../blackbox/steps.js";
import { GEO_IP_HEADER } from "./purchase/purchase.js";

const { line_items } = basket("snap_mint");

/** The amounts of an instant camera in each currency: $119.00, as the shop's price lists have it. */
export const SNAP = { USD: 11_900, EUR: 10_710, JPY: 17_850 };

/** The request for a cart with an instant camera. */
export function from(address_country: string): object {
  return { line_items, context: { address_country } };
}

/** A call with the header of the proxy. */
export function by(country: string): { readonly headers: Record<string, string> } {
  return { headers: { [GEO_IP_HEADER]: country } };
}

/** The currency of a resource, the price of its first line, and its total. */
export function costs({ currency, line_items: [line], totals }: Body) {
  const total = totals.find(({ type }) => type === "total");
  return [currency, line?.item.price, total?.amount];
}
