/** Purchases for tests of what comes after them. In: a client, what is bought. Out: the id of the order. */

import type { Client } from "../src/generated/client.js";
import type { Checkout } from "../src/generated/index.js";
import { resource } from "./shop-of-test.js";

export interface Basket {
  /** Ids of items, which are shipped where they can be. */
  readonly shipped?: readonly string[];
  readonly pickedUp?: readonly string[];
  /** Of each. */
  readonly quantity?: number;
}

export const HOME = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};

/** With all that a platform has to choose: the checkout is ready. */
export async function readyCheckout(client: Client, basket: Basket): Promise<Checkout> {
  const { shipped = [], pickedUp = [], quantity = 1 } = basket;
  const line_items = [...shipped, ...pickedUp].map((id) => ({ item: { id }, quantity }));
  const request = { line_items, currency: "USD", buyer: { email: "ada@example.com" } };
  const created = resource(await client.createCheckout(request));
  const idsOf = (items: readonly string[]) => {
    const lines = created.line_items.filter(({ item }) => items.includes(item.id));
    const physical = new Set(created.fulfillment?.available_methods?.[0]?.line_item_ids);
    return lines.map(({ id }) => id).filter((id) => physical.has(id));
  };
  const shipping = { type: "shipping" as const, line_item_ids: idsOf(shipped) };
  const pickup = { type: "pickup" as const, line_item_ids: idsOf(pickedUp) };
  const asked = [
    { ...shipping, destinations: [HOME] },
    { ...pickup, selected_destination_id: "store_harbor" },
  ].filter(({ line_item_ids }) => line_item_ids.length > 0);
  const again = { ...request, id: created.id };
  const planned = resource(
    await client.updateCheckout({ ...again, fulfillment: { methods: asked } }),
  );
  return resource(
    await client.updateCheckout({ ...again, fulfillment: { methods: chosenOf(planned) } }),
  );
}

function chosenOf({ fulfillment }: Checkout) {
  return (fulfillment?.methods ?? []).map(({ groups = [], ...method }) => ({
    ...method,
    groups: groups.map(({ id, options }) => ({ id, selected_option_id: options?.[0]?.id ?? null })),
  }));
}

export async function pay(client: Client, { id }: Pick<Checkout, "id">): Promise<string> {
  const credential = { type: "token", token: "tok_ok" };
  const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
  const completed = resource(
    await client.completeCheckout({ id, payment: { instruments: [card] } }),
  );
  return completed.order?.id ?? JSON.stringify(completed);
}

export async function buy(client: Client, basket: Basket): Promise<string> {
  return pay(client, await readyCheckout(client, basket));
}
