/**
 * What a platform does on the way to an order, step by step. In: a business and a transport.
 * Out: the answers. A step that a scenario stands on fails here, with what the business said.
 */

import type { Purchase } from "./fixture.js";
import {
  firstGroup,
  method,
  methods,
  option,
  type Body,
  type Group,
  type Method,
} from "./shapes.js";
import type { Answer, Ask, Speak, Tool } from "./speak.js";

export const BUYER = { first_name: "Ada", last_name: "Moss", email: "ada@buyer.example" };

export const HOME = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};

export const OFFICE = { ...HOME, street_address: "99 Market Street", postal_code: "94105" };

export const UTAH = { ...HOME, address_locality: "Provo", address_region: "UT" };

/** The request for items, one each where no quantity is given. */
export function basket(...items: readonly (string | readonly [string, number])[]) {
  const pairs = items.map((each) => (typeof each === "string" ? ([each, 1] as const) : each));
  return {
    line_items: pairs.map(([id, quantity]) => ({ item: { id }, quantity })),
    currency: "USD",
  };
}

export function shippingTo(...destinations: readonly object[]) {
  return { methods: [{ type: "shipping", destinations }] };
}

export const PICKUP = { methods: [{ type: "pickup" }] };

/** An instrument for the shop's one handler (§2.5). */
export function pay(token = "tok_ok") {
  const credential = { type: "token", token };
  const card = { id: "card_1", handler_id: "tokenizer", type: "card", selected: true, credential };
  return { payment: { instruments: [card] } };
}

/** A method as the platform sends it back (§4.2 rule 1): all that it was given. */
function keptMethod({ id, type, line_item_ids, ...more }: Method): object {
  return {
    id,
    type,
    line_item_ids,
    destinations: more.destinations ?? [],
    selected_destination_id: more.selected_destination_id ?? null,
    groups: (more.groups ?? []).map((group) => ({
      id: group.id,
      selected_option_id: group.selected_option_id ?? null,
    })),
  };
}

/** The full resource for an update, with every field that the platform had set. */
export function kept(body: Body) {
  return {
    line_items: body.line_items.map(({ id, item, quantity }) => ({
      id,
      item: { id: item.id },
      quantity,
    })),
    currency: body.currency,
    ...(body.buyer && { buyer: body.buyer }),
    ...(body.discounts?.codes && { discounts: { codes: body.discounts.codes } }),
    ...(methods(body).length > 0 && { fulfillment: { methods: methods(body).map(keptMethod) } }),
  };
}

/** Without a title the first option, where there is one. */
function pick(group: Group, title: string | undefined): string | null {
  return title === undefined ? (group.options?.[0]?.id ?? null) : option(group, title).id;
}

/** A method with a destination, the first where none is given, and an option in each group. */
export function chosen(of: Method, title?: string, destination?: string): object {
  return {
    ...keptMethod(of),
    selected_destination_id: destination ?? of.destinations?.[0]?.id ?? null,
    groups: (of.groups ?? []).map((group) => ({
      id: group.id,
      selected_option_id: pick(group, title),
    })),
  };
}

/** The update that chooses in every method of the checkout. */
export function choosing(body: Body, title?: string) {
  return { ...kept(body), fulfillment: { methods: methods(body).map((of) => chosen(of, title)) } };
}

function done(answer: Answer, step: string): Body {
  if (answer.refused === undefined && answer.body.id !== undefined) return answer.body;
  throw new Error(`${step}: ${answer.status} ${answer.text}`);
}

/** A platform in front of one business over one transport. */
export interface Shopper {
  readonly ask: (tool: Tool, ask?: Ask) => Promise<Answer>;
  /** Each of these wants a resource, and throws what it got instead. */
  readonly create: (payload: object) => Promise<Body>;
  readonly update: (id: string, payload: object) => Promise<Body>;
  readonly read: (id: string) => Promise<Body>;
  readonly complete: (id: string, token?: string) => Promise<Body>;
  readonly cancel: (id: string) => Promise<Body>;
}

export function shopper(business: Purchase, speak: Speak, platform?: string): Shopper {
  const ask = (tool: Tool, more: Ask = {}): Promise<Answer> =>
    speak(business, tool, { platform, ...more });
  const want = async (tool: Tool, more: Ask): Promise<Body> => done(await ask(tool, more), tool);
  return {
    ask,
    create: (payload) => want("create_checkout", { payload }),
    update: (id, payload) => want("update_checkout", { id, payload }),
    read: (id) => want("get_checkout", { id }),
    complete: (id, token) => want("complete_checkout", { id, payload: pay(token) }),
    cancel: (id) => want("cancel_checkout", { id }),
  };
}

/** A checkout that is ready without any delivery: the shortest way. */
export function readyDownload(by: Shopper): Promise<Body> {
  return by.create({ ...basket("presets"), buyer: BUYER });
}

/** Items on their way to one address, the option not chosen yet. */
export function shipped(by: Shopper, items: ReturnType<typeof basket>, more = {}): Promise<Body> {
  return by.create({ ...items, buyer: BUYER, fulfillment: shippingTo(HOME), ...more });
}

/** Items shipped by the option of that title. */
export async function readyShipped(
  by: Shopper,
  items = basket("tabletop"),
  title = "Standard",
): Promise<Body> {
  const offered = await shipped(by, items);
  return by.update(offered.id, choosing(offered, title));
}

/** The id of the option of that title in the first group of the shipping method. */
export function shippingOption(body: Body, title: string): string {
  return option(firstGroup(method(body, "shipping")), title).id;
}
