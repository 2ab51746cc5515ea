/** The checkouts of a plain business: hand-written data in the shape that the schemas of a release give. */

import type { ReleaseDocuments } from "./release-documents.js";
import type { Body } from "./release-requests.js";

export interface PlainCall {
  readonly operation: string;
  readonly id?: string | undefined;
  readonly payload?: Body | undefined;
}

export interface PlainShop {
  /** @returns the checkout; undefined where there is none */
  perform(call: PlainCall): Body | undefined;
}

interface Line {
  readonly item: { readonly id: string };
  readonly quantity: number;
}

interface Method {
  readonly type?: string;
  readonly destinations?: readonly object[];
  readonly selected_destination_id?: string | null;
  readonly groups?: readonly { readonly selected_option_id?: string | null }[];
}

interface Delivery {
  readonly methods: readonly Method[];
}

const PRICE = 1800;
const SHIPPING = 500;
const OPTION = { id: "express", title: "Express", totals: [{ type: "total", amount: SHIPPING }] };
const LINKS = [{ type: "terms_of_service", url: "https://business.example.com/terms" }];
const MISSING = {
  type: "error",
  code: "missing",
  content: "Choose how this is delivered.",
  severity: "recoverable",
};

export function createPlainShop(documents: ReleaseDocuments): PlainShop {
  const checkouts = new Map<string, Body>();
  const metadata = metadataOf(documents);
  const payment = paymentOf(documents);
  return {
    perform({ operation, id = `chk_${checkouts.size + 1}`, payload = {} }) {
      const old = checkouts.get(id);
      if (operation !== "create_checkout" && old === undefined) return undefined;
      const { messages: _, ...settled } = old ?? {};
      const changed: Readonly<Record<string, () => Body>> = {
        create_checkout: () => ({ ...metadata, id, ...requested(payload), ...payment }),
        get_checkout: () => ({ ...old }),
        update_checkout: () => ({ ...metadata, id, ...requested(payload), ...payment }),
        complete_checkout: () => ({ ...settled, status: "completed", order: orderOf(id) }),
        cancel_checkout: () => ({ ...settled, status: "canceled" }),
      };
      const next = changed[operation]?.();
      if (next !== undefined) checkouts.set(id, next);
      return next;
    },
  };
}

/** The first release lists capabilities, and knows no registry of payment handlers. */
function metadataOf({ protocol, profile }: ReleaseDocuments): Body {
  const { version, capabilities } = profile[protocol] as unknown as Readonly<
    Record<string, object>
  >;
  const names = [`dev.${protocol}.shopping.checkout`, `dev.${protocol}.shopping.fulfillment`];
  const listed = Array.isArray(capabilities)
    ? { capabilities: names.map((name) => ({ name, version })) }
    : {
        capabilities: Object.fromEntries(names.map((name) => [name, [{ version }]])),
        payment_handlers: {},
      };
  return { [protocol]: { version, ...listed } };
}

/** The handlers that take a payment, for releases in which a checkout must have them. */
function paymentOf({ protocol, profile, checkout }: ReleaseDocuments): Body {
  const required = checkout["required"] as unknown as readonly string[];
  if (!required.includes("payment")) return {};
  const version = profile[protocol]?.["version"];
  const own = { handlers: [{ id: "tokenizer", name: "com.example.tokenizer", version }] };
  return { payment: profile["payment"] ?? own };
}

function orderOf(id: string): object {
  return { id: `order_${id}`, permalink_url: `https://business.example.com/orders/${id}` };
}

function requested({ line_items, buyer, fulfillment }: Body): Body {
  const lines = (line_items as readonly Line[]).map(lineOf);
  const ids = lines.map(({ id }) => id);
  const methods = ((fulfillment ?? { methods: [] }) as Delivery).methods.map((method, index) =>
    methodOf(method, { index, ids }),
  );
  const chosen = methods.flatMap(({ groups }) => groups).filter((each) => each.selected_option_id);
  const subtotal = lines.reduce((sum, { quantity }) => sum + PRICE * quantity, 0);
  const isReady = chosen.length > 0;
  const shipping = isReady ? [{ type: "fulfillment", amount: SHIPPING }] : [];
  return {
    status: isReady ? "ready_for_complete" : "incomplete",
    ...(isReady ? {} : { messages: [MISSING] }),
    currency: "USD",
    line_items: lines,
    ...(buyer === undefined ? {} : { buyer }),
    ...(methods.length === 0 ? {} : { fulfillment: { methods } }),
    totals: [
      { type: "subtotal", amount: subtotal },
      ...shipping,
      { type: "total", amount: subtotal + (isReady ? SHIPPING : 0) },
    ],
    links: LINKS,
  };
}

function lineOf({ item, quantity }: Line, index: number) {
  const amount = PRICE * quantity;
  return {
    id: `line_${index + 1}`,
    item: { id: item.id, title: "Travel mug", price: PRICE },
    quantity,
    totals: [
      { type: "subtotal", amount },
      { type: "total", amount },
    ],
  };
}

function methodOf(method: Method, { index, ids }: { index: number; ids: readonly string[] }) {
  const chosen = method.groups?.[0]?.selected_option_id;
  return {
    id: `method_${index + 1}`,
    type: method.type ?? "shipping",
    line_item_ids: ids,
    destinations: (method.destinations ?? []).map((each, at) => ({ id: `home_${at}`, ...each })),
    selected_destination_id: method.selected_destination_id ?? "home_0",
    groups: [
      {
        id: "group_1",
        line_item_ids: ids,
        options: [OPTION],
        selected_option_id: chosen === OPTION.id ? chosen : null,
      },
    ],
  };
}
