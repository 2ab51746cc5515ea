/** One call of each operation of the sample business, in an order in which all of them are answered. */

import { ORDERED, type SampleClient } from "./sample-client.js";

const PAYMENT = {
  payment: { instruments: [] },
  ap2: { checkout_mandate: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
};
const CART = { line_items: ORDERED.line_items };

export type SampleCall = (client: SampleClient) => Promise<unknown>;

/** Checkouts and carts, over either transport. */
export const SAMPLE_CALLS: readonly SampleCall[] = [
  (client) => client.createCheckout(ORDERED),
  (client) => client.getCheckout({ id: "checkout_1" }),
  (client) => client.updateCheckout({ id: "checkout_1", ...ORDERED } as never),
  (client) => client.completeCheckout({ id: "checkout_1", ...PAYMENT } as never),
  (client) => client.cancelCheckout({ id: "checkout_1" }),
  (client) => client.createCart(CART as never),
  (client) => client.getCart({ id: "cart_1" }),
  (client) => client.updateCart({ id: "cart_1", ...CART } as never),
  (client) => client.cancelCart({ id: "cart_1" }),
];

/** The catalog's, which is not called over MCP (§4.4). */
export const CATALOG_CALLS: readonly SampleCall[] = [
  (client) => client.searchCatalog({ query: "album" }),
  (client) => client.lookupCatalog({ ids: ["item_1"] }),
];
