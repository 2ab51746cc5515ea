/** Data for tests of currencies: the price of a camera in each of them, and a proxy that says the country of a caller. */

import type { Body } from "../blackbox/shapes.js";
import { basket } from "../blackbox/steps.js";

/** The header in which the business's proxy says the country of a caller. */
export const HEADER = "CF-IPCountry";
export const BEHIND_PROXY = { geoIpCountryHeader: HEADER };
const { line_items } = basket("camera");

/** The amounts of a camera in each currency: $249.00, as the shop's price lists have it. */
export const CAMERA = { USD: 24_900, EUR: 22_410, JPY: 37_350 };

/** The request for a cart with a camera. */
export function from(address_country: string): object {
  return { line_items, context: { address_country } };
}

/** A call with the header of the proxy. */
export function by(country: string): { readonly headers: Record<string, string> } {
  return { headers: { [HEADER]: country } };
}

/** The currency of a resource, the price of its first line, and its total. */
export function costs({ currency, line_items: [line], totals }: Body) {
  const total = totals.find(({ type }) => type === "total");
  return [currency, line?.item.price, total?.amount];
}
