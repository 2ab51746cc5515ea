/** A purchase as a platform makes it, by a client that was generated for one without mandates. */

import type { Client } from "../../templates/storefront/src/generated/client.js";
import type { Checkout } from "../../templates/storefront/src/generated/index.js";
import { HOME } from "../../templates/storefront/test/bought.js";
import { resource } from "../../templates/storefront/test/shop-of-test.js";

export { resource };

export const BUYER = { email: "ada@example.com" };

export type Caller = Pick<
  Client<"rest" | "mcp">,
  "createCheckout" | "updateCheckout" | "completeCheckout" | "getCheckout"
>;

/** A checkout of one thing that is shipped, with all choices made. */
export async function shippedCheckout(shop: Caller, item: string): Promise<Checkout> {
  const request = {
    line_items: [{ item: { id: item }, quantity: 1 }],
    currency: "USD",
    buyer: BUYER,
  };
  const methods = [{ type: "shipping" as const, destinations: [HOME] }];
  const created = resource(await shop.createCheckout({ ...request, fulfillment: { methods } }));
  const chosen = (created.fulfillment?.methods ?? []).map((method) => ({
    ...method,
    groups: (method.groups ?? []).map(({ id, options = [] }) => ({
      id,
      selected_option_id: options[0]?.id ?? null,
    })),
  }));
  const fulfillment = { methods: chosen };
  return resource(await shop.updateCheckout({ ...request, id: created.id, fulfillment }));
}

export function payment(token = "tok_ok") {
  const credential = { type: "token", token };
  return { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card", credential }] };
}
