/** How things reach the buyer (§2.6): what the shop offers. */

import { configOf, hasCapability, isCapability } from "@proto-gen/runtime/checkout";
import {
  fulfillmentRules,
  planFulfillment,
  type FulfillmentProblem,
} from "@proto-gen/runtime/fulfillment";
import type { CallContext } from "@proto-gen/runtime/server";
import { totalsOf } from "@proto-gen/runtime/totals";
import type { Catalog } from "../catalog/index.js";
import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";
import { agreement } from "../generated/negotiation.js";
import type { NewId } from "../new-id.js";
import type { Line } from "./lines.js";

export type Fulfillment = NonNullable<Checkout["fulfillment"]>;

export interface Delivery {
  /** Undefined for a platform without the extension. */
  readonly fulfillment: Fulfillment | undefined;
  readonly problems: readonly FulfillmentProblem[];
}

export interface DeliveryRequest {
  readonly catalog: Catalog;
  readonly request: CheckoutUpdateRequest["fulfillment"];
  readonly before: Fulfillment | undefined;
  readonly lines: readonly Line[];
  readonly context: CallContext;
  readonly newId: NewId;
}

const CAPABILITY = "fulfillment";

/** What the profile says of it: where several destinations may be, and which methods go together. */
export const FULFILLMENT_CONFIG: Readonly<Record<string, unknown>> =
  agreement.capabilities.find(({ name }) => isCapability(name, CAPABILITY))?.config ?? {};

const STORES = [
  {
    id: "store_downtown",
    name: "Downtown",
    address: { street_address: "1 Main Street", address_region: "CA", address_country: "US" },
  },
  {
    id: "store_harbor",
    name: "Harbor",
    address: { street_address: "2 Pier Road", address_region: "CA", address_country: "US" },
  },
];

const SHIPPING = [
  { title: "Standard", description: "Arrives within a week.", totals: price(500) },
  { title: "Express", description: "Arrives on the next working day.", totals: price(1500) },
];
const PICKUP = [{ title: "At the counter", totals: price(0) }];

export async function deliveryOf(asked: DeliveryRequest): Promise<Delivery> {
  const { catalog, request, before, lines, context, newId } = asked;
  if (!hasCapability(context.platform.capabilities, CAPABILITY))
    return { fulfillment: undefined, problems: [] };
  const { fulfillment, problems } = await planFulfillment({
    request,
    before,
    lines: lines.map((line) => ({ id: line.id, physical: needsDelivery(catalog, line) })),
    rules: fulfillmentRules(configOf(context.platform.configs, CAPABILITY), FULFILLMENT_CONFIG),
    newId,
    types: ["shipping", "pickup"],
    hooks: {
      locations: (type) => (type === "pickup" ? STORES : undefined),
      options: ({ type }) => (type === "pickup" ? PICKUP : SHIPPING),
      split: ({ lineItemIds }) => bulkyApart(catalog, lines, lineItemIds),
    },
  });
  const delivered = lines.filter((line) => needsDelivery(catalog, line)).map(({ id }) => id);
  return { fulfillment: { ...fulfillment, available_methods: availableFor(delivered) }, problems };
}

export function needsDelivery(catalog: Catalog, { item }: Line): boolean {
  return catalog.itemOf(item.id)?.digital !== true;
}

function price(cents: number) {
  return totalsOf({ subtotal: cents });
}

/** What is bulky goes by itself, for platforms that can show that. */
function bulkyApart(
  catalog: Catalog,
  lines: readonly Line[],
  ids: readonly string[],
): readonly (readonly string[])[] {
  const isBulky = ({ item }: Line): boolean => catalog.itemOf(item.id)?.bulky === true;
  const bulky = new Set(lines.filter(isBulky).map(({ id }) => id));
  const groups = [ids.filter((id) => !bulky.has(id)), ids.filter((id) => bulky.has(id))];
  return groups.filter(({ length }) => length > 0);
}

function availableFor(line_item_ids: string[]): NonNullable<Fulfillment["available_methods"]> {
  if (line_item_ids.length === 0) return [];
  return [
    {
      type: "shipping",
      line_item_ids,
      fulfillable_on: "now",
      description: "We ship it to an address.",
    },
    {
      type: "pickup",
      line_item_ids,
      fulfillable_on: "now",
      description: "You pick it up in one of our stores.",
    },
  ];
}
