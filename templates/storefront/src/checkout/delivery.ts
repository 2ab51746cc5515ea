/** How things reach the buyer (§2.6): what a platform has chosen, and what is still to choose. */

import {
  configOf,
  type CheckoutSession,
  fulfillmentRules,
  missingChoices,
  planFulfillment,
  sumOf,
} from "@proto-gen/runtime/commerce";
import { hasCapability, isCapability } from "@proto-gen/runtime/negotiation";
import type { Message } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import type { Catalog } from "../catalog/index.js";
import { countryOf, type BuyerArea } from "../catalog/sold-to.js";
import {
  deliveryOptions,
  hasShopDestinations,
  METHOD_TYPES,
  type DeliveryType,
} from "../delivery-methods.js";
import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";
import { agreement } from "../generated/negotiation.js";
import type { NewId } from "../new-id.js";
import type { ShopData } from "../shop-data.js";
import { chosenDelivery, type DeliveryAsked } from "./chosen-delivery.js";
import type { Line } from "./lines.js";

export type Fulfillment = NonNullable<Checkout["fulfillment"]>;

export interface Delivery {
  /** Undefined where the shop itself has not the extension. A platform without it does not see it. */
  readonly fulfillment: Fulfillment | undefined;
  /** Of a platform without the extension: for its buyer, who chooses on the shop's own page. */
  readonly problems: readonly Message[];
}

export interface DeliveryRequest {
  /** In the currency of the checkout. */
  readonly catalog: Catalog;
  readonly data: Pick<ShopData, "delivery" | "customers">;
  /** The buyer's email address, as far as it is known. */
  readonly email: string | undefined;
  readonly trigger: CheckoutSession["trigger"];
  readonly request: CheckoutUpdateRequest["fulfillment"];
  readonly before: Fulfillment | undefined;
  readonly lines: readonly Line[];
  readonly context: CallContext;
  readonly newId: NewId;
}

const CAPABILITY = "fulfillment";

const OFFERED = agreement.capabilities.find(({ name }) => isCapability(name, CAPABILITY));

/** What the profile says of it: where several destinations may be, and which methods go together. */
export const FULFILLMENT_CONFIG: Readonly<Record<string, unknown>> = OFFERED?.config ?? {};

export async function deliveryOf(asked: DeliveryRequest): Promise<Delivery> {
  const { catalog, data, before, lines, context, newId } = asked;
  const offered = (type: DeliveryType) => data.delivery.get(type);
  const types = [...data.delivery.keys()] as DeliveryType[];
  if (OFFERED === undefined) return { fulfillment: undefined, problems: [] };
  const hasExtension = hasCapability(context.platform.capabilities, CAPABILITY);
  const subtotal = sumOf(lines.map(({ item, quantity }) => item.price * quantity));
  const { fulfillment, problems } = await planFulfillment({
    request: withKnownAddresses(hasExtension ? asked.request : buyersOwn(asked), asked),
    before,
    lines: lines.map((line) => ({ id: line.id, physical: needsDelivery(catalog, line) })),
    rules: fulfillmentRules(configOf(context.platform.configs, CAPABILITY), FULFILLMENT_CONFIG),
    newId,
    types,
    methodTypes: METHOD_TYPES,
    hooks: {
      locations: (type) => offered(type)?.places?.map((place) => ({ ...place })) as never,
      options({ type, destination, lineItemIds }) {
        const method = offered(type);
        const itemIds = lines.flatMap(({ id, item }) => (lineItemIds.includes(id) ? item.id : []));
        const { address = destination } = destination as { readonly address?: unknown };
        const sending = { country: countryOf(address as BuyerArea), itemIds, subtotal };
        return method === undefined ? [] : deliveryOptions(method, sending, catalog);
      },
      split: ({ lineItemIds }) => bulkyApart(catalog, lines, lineItemIds),
    },
  });
  const delivered = lines.filter((line) => needsDelivery(catalog, line)).map(({ id }) => id);
  const said = new Set(problems.map(({ path }) => path));
  const all = [
    ...problems,
    ...missingChoices(fulfillment, { methodTypes: METHOD_TYPES }).filter(
      ({ path }) => !said.has(path),
    ),
  ];
  return {
    fulfillment: { ...fulfillment, available_methods: availableFor(delivered, data.delivery) },
    problems: hasExtension ? all : all.map(forBuyer),
  };
}

/**
 * A platform that has not agreed to the extension says nothing of delivery, whatever it sends (§9): its buyer does,
 * on the shop's own page, and that holds until the buyer says otherwise.
 */
function buyersOwn({
  catalog,
  lines,
  trigger,
  request,
  before,
}: DeliveryRequest): DeliveryAsked | undefined {
  if (!lines.some((line) => needsDelivery(catalog, line))) return undefined;
  if (trigger === "amend") return request;
  const { methods = [] } = chosenDelivery(before) ?? {};
  // Lines may have come and gone: a method of which nothing is said has those that are there.
  return { methods: methods.map(({ line_item_ids: _, ...method }) => method) };
}

/** What the platform could mend, only the buyer can (§3.2). */
function forBuyer(problem: Message): Message {
  return problem.type === "error" ? { ...problem, severity: "requires_buyer_input" } : problem;
}

export function needsDelivery(catalog: Catalog, { item }: Line): boolean {
  return catalog.itemOf(item.id)?.digital !== true;
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

/** Where the shop knows the buyer, methods without a destination have those that it has shipped to before. */
function withKnownAddresses(
  request: DeliveryAsked | undefined,
  { data: { customers }, email = "", before }: DeliveryRequest,
): DeliveryAsked | undefined {
  const { addresses = [] } = customers.get(email.toLowerCase()) ?? {};
  if (addresses.length === 0 || request?.methods === undefined) return request;
  const hadSome = (before?.methods ?? []).some(({ destinations = [] }) => destinations.length > 0);
  const methods = request.methods.map((method) =>
    hadSome || method.destinations !== undefined || hasShopDestinations(method.type ?? "shipping")
      ? method
      : { ...method, destinations: addresses.map((each) => ({ ...each })) },
  );
  return { ...request, methods } as DeliveryAsked;
}

function availableFor(
  line_item_ids: string[],
  delivery: ShopData["delivery"],
): NonNullable<Fulfillment["available_methods"]> {
  if (line_item_ids.length === 0) return [];
  return [...delivery].map(([type, { description }]) => {
    return { type: type as DeliveryType, line_item_ids, fulfillable_on: "now", description };
  });
}
