/** The order of a checkout that is paid (§2.9): what was bought, and what the buyer may expect. */

import { selectedDestination } from "@proto-gen/runtime/commerce";
import type { Checkout, Order } from "../generated/index.js";
import { newOrder } from "../generated/commerce.js";
import type { Catalog } from "../catalog/index.js";

/** As it is kept: the server adds the envelope. */
export type NewOrder = Omit<Order, "proto">;
type NewCheckout = Omit<Checkout, "proto">;
type Expectation = NonNullable<NewOrder["fulfillment"]["expectations"]>[number];

export function orderOf(catalog: Catalog, checkout: NewCheckout, site: string): NewOrder {
  const id = `order_${checkout.id}`;
  const permalinkUrl = `${site}/orders/${encodeURIComponent(id)}`;
  const expectations = expectationsOf(catalog, checkout);
  return newOrder(checkout, { id, permalinkUrl, expectations });
}

function expectationsOf(catalog: Catalog, checkout: NewCheckout): Expectation[] {
  const { line_items: lines, fulfillment } = checkout;
  const quantities = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  const delivered = (fulfillment?.methods ?? []).map((method): Expectation => {
    const line_items = method.line_item_ids.map((id) => ({
      id,
      quantity: quantities.get(id) ?? 0,
    }));
    return {
      id: `expectation_${method.id}`,
      line_items,
      method_type: method.type,
      destination: addressOf(selectedDestination(method)),
    };
  });
  const digital = lines.filter(({ item }) => catalog.itemOf(item.id)?.digital === true);
  if (digital.length === 0) return delivered;
  const line_items = digital.map(({ id, quantity }) => ({ id, quantity }));
  const download = { id: "expectation_digital", line_items, destination: {} };
  return [...delivered, { ...download, method_type: "digital", fulfillable_on: "now" }];
}

/** A location has its address in a member of its own. */
function addressOf(place: object = {}): Expectation["destination"] {
  const { id: _, name: _name, address, ...own } = place as Record<string, unknown>;
  return (address ?? own) as Expectation["destination"];
}
