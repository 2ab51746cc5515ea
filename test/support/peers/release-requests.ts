/** The requests of a purchase, written from the documents of each release: they differ in the members that they require. */

import type { ReleaseDocuments } from "./release-documents.js";

/** A checkout as an answer has it: the members that the next request needs. */
export interface BoughtCheckout {
  readonly id: string;
  readonly status: string;
  readonly line_items: readonly { readonly id: string; readonly item: { readonly id: string } }[];
  readonly fulfillment?: { readonly methods?: readonly Method[] };
  readonly messages?: readonly { readonly type: string; readonly code?: string }[];
  readonly order?: { readonly id: string };
}

interface Method {
  readonly id: string;
  readonly destinations?: readonly { readonly id: string }[];
  readonly groups?: readonly {
    readonly id: string;
    readonly options?: readonly { readonly id: string }[];
  }[];
}

export type Body = Readonly<Record<string, unknown>>;

export interface ReleaseRequests {
  create(item: string): Body;
  /** An update with an address to deliver to. */
  deliver(checkout: BoughtCheckout): Body;
  /** An update with that address, and the last of the options that the business offers. */
  choose(checkout: BoughtCheckout): Body;
  /** The payload of `complete_checkout`. */
  complete(token: string, transport: "rest" | "mcp"): Body;
}

interface ReleaseTraits {
  /** Members that every create and update has to have. */
  readonly required: Body;
  /** An update repeats the id that its path or its argument `id` names. */
  readonly repeatsId: boolean;
  /** Methods and groups of an update have ids. */
  readonly namesMethods: boolean;
  /** Over REST, the instrument is `payment_data`. Over MCP, `selected_instrument_id` names it. */
  readonly sendsPaymentData: boolean;
}

const TRAITS: Readonly<Record<string, ReleaseTraits>> = {
  "2026-01-11": {
    required: { currency: "USD", payment: {} },
    repeatsId: true,
    namesMethods: false,
    sendsPaymentData: true,
  },
  "2026-01-23": {
    required: {},
    repeatsId: true,
    namesMethods: false,
    sendsPaymentData: false,
  },
  "2026-04-08": {
    required: {},
    repeatsId: false,
    namesMethods: true,
    sendsPaymentData: false,
  },
  "2026-11-27": {
    required: { currency: "USD" },
    repeatsId: false,
    namesMethods: true,
    sendsPaymentData: false,
  },
};

const BUYER = { email: "ada@example.com" };
const HOME = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};

export function requestsOf({ protocol, profile }: ReleaseDocuments): ReleaseRequests {
  const version = String(profile[protocol]?.["version"]);
  const traits = TRAITS[version];
  if (traits === undefined) throw new Error(`no requests are written for ${version}`);
  const update = (checkout: BoughtCheckout, methods: readonly object[]): Body => ({
    ...(traits.repeatsId ? { id: checkout.id } : {}),
    line_items: checkout.line_items.map(({ id, item }) => ({
      ...{ id, item: { id: item.id }, quantity: 1 },
    })),
    buyer: BUYER,
    ...traits.required,
    fulfillment: { methods },
  });
  return {
    create: (id) => ({
      line_items: [{ item: { id }, quantity: 1 }],
      buyer: BUYER,
      ...traits.required,
    }),
    deliver: (checkout) => update(checkout, [shippingOf(checkout)]),
    choose: (checkout) => update(checkout, chosenMethods(checkout, traits)),
    complete: (token, transport) => paymentOf(token, transport, traits),
  };
}

function shippingOf({ line_items }: BoughtCheckout): object {
  return {
    type: "shipping",
    line_item_ids: line_items.map(({ id }) => id),
    destinations: [HOME],
  };
}

function chosenMethods(checkout: BoughtCheckout, { namesMethods }: ReleaseTraits): object[] {
  const named = (id: string): object => (namesMethods ? { id } : {});
  return (checkout.fulfillment?.methods ?? []).map(({ id, destinations, groups }) => ({
    ...named(id),
    ...shippingOf(checkout),
    selected_destination_id: destinations?.[0]?.id,
    groups: (groups ?? []).map((group) => ({
      ...named(group.id),
      selected_option_id: group.options?.at(-1)?.id,
    })),
  }));
}

function paymentOf(
  token: string,
  transport: "rest" | "mcp",
  { sendsPaymentData }: ReleaseTraits,
): Body {
  const credential = { type: "token", token };
  const instrument = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
  if (!sendsPaymentData) return { payment: { instruments: [{ ...instrument, selected: true }] } };
  const card = { ...instrument, brand: "visa", last_digits: "4242" };
  if (transport === "rest") return { payment_data: card };
  return { payment: { instruments: [card], selected_instrument_id: card.id } };
}
