/**
 * A business with two products: carts, checkouts and a catalog in memory, all eleven operations. As small as
 * one that means what it says can be.
 */

import {
  ProtocolError,
  errorMessage,
  infoMessage,
  type Message,
  BusinessOutcome,
} from "@proto-gen/runtime/error";
import type {
  Cart,
  CartCreateRequest,
  Checkout,
  CheckoutCreateRequest,
  CheckoutUpdateRequest,
} from "../../generated/index.js";
import type { Handlers } from "../../generated/server.js";

type NewCheckout = Omit<Checkout, "proto">;
type NewCart = Omit<Cart, "proto">;
type Ordered = CartCreateRequest["line_items"];

interface Article {
  readonly id: string;
  readonly title: string;
  /** In minor units. */
  readonly price: number;
  readonly stock: number;
}

const ARTICLES: readonly Article[] = [
  { id: "camera", title: "Camera", price: 24_900, stock: 3 },
  { id: "film", title: "Film", price: 900, stock: 0 },
];

export interface SmallBusiness {
  readonly handlers: Handlers;
  readonly checkouts: ReadonlyMap<string, NewCheckout>;
  readonly carts: ReadonlyMap<string, NewCart>;
}

export function createSmallBusiness(): SmallBusiness {
  const checkouts = new Map<string, NewCheckout>();
  const carts = new Map<string, NewCart>();

  function checkoutOf(id: string): NewCheckout {
    const found = checkouts.get(id);
    if (found === undefined)
      throw new ProtocolError("not_found", { content: `No checkout ${id}.` });
    return found;
  }

  function saved<Kind extends { readonly id: string }>(
    map: Map<string, Kind>,
    each: NoInfer<Kind>,
  ): Kind {
    map.set(each.id, each);
    return each;
  }

  /** A cart that is not there, or not any more, is a business outcome (§4.3). */
  function withCart(id: string, use: (cart: NewCart) => NewCart): NewCart | BusinessOutcome {
    const found = carts.get(id);
    if (found !== undefined) return use(found);
    const content = `No cart ${id}.`;
    return refusal(errorMessage({ code: "not_found", content, severity: "unrecoverable" }));
  }

  function draft(
    id: string,
    status: NewCheckout["status"],
    {
      line_items: ordered,
      currency,
      buyer,
      fulfillment,
    }: CheckoutCreateRequest | CheckoutUpdateRequest,
  ): NewCheckout | BusinessOutcome {
    const line_items = linesOf(ordered);
    if (line_items instanceof BusinessOutcome) return line_items;
    return saved(checkouts, {
      id,
      status,
      currency,
      line_items,
      totals: totalsOf(line_items),
      links: [],
      payment: {},
      ...(buyer === undefined ? {} : { buyer }),
      ...(fulfillment === undefined ? {} : { fulfillment: DELIVERY }),
    });
  }

  const handlers: Handlers = {
    createCheckout: (request) => draft(`checkout_${checkouts.size + 1}`, "incomplete", request),
    getCheckout: ({ id }) => checkoutOf(id),
    updateCheckout(request) {
      const { id } = checkoutOf(request.id);
      return draft(id, "ready_for_complete", request);
    },
    completeCheckout({ id }) {
      const order = {
        id: `order_of_${id}`,
        permalink_url: `https://business.example.com/orders/${id}`,
      };
      return saved(checkouts, { ...checkoutOf(id), status: "completed", order });
    },
    cancelCheckout: ({ id }) => saved(checkouts, { ...checkoutOf(id), status: "canceled" }),
    createCart({ line_items: ordered }) {
      const line_items = linesOf(ordered);
      if (line_items instanceof BusinessOutcome) return line_items;
      return saved(carts, cartOf(`cart_${carts.size + 1}`, line_items));
    },
    getCart: ({ id }) => withCart(id, (cart) => cart),
    updateCart({ id, line_items: ordered }) {
      const line_items = linesOf(ordered);
      if (line_items instanceof BusinessOutcome) return line_items;
      return withCart(id, () => saved(carts, cartOf(id, line_items)));
    },
    cancelCart: ({ id }) =>
      withCart(id, (cart) => {
        carts.delete(id);
        return cart;
      }),
    searchCatalog({ query = "" }) {
      const found = ARTICLES.filter(({ title }) =>
        title.toLowerCase().includes(query.toLowerCase()),
      );
      return { products: found.map(productOf) };
    },
    lookupCatalog({ ids }) {
      if (ids.length > 10) throw new ProtocolError("request_too_large");
      const unknown = ids.filter((id) => !ARTICLES.some((each) => each.id === id));
      return {
        products: ARTICLES.filter(({ id }) => ids.includes(id)).map(productOf),
        messages: unknown.map((id) => infoMessage({ code: "not_found", content: id })),
      };
    },
  };
  return { handlers, checkouts, carts };
}

const DELIVERY: NonNullable<Checkout["fulfillment"]> = {
  methods: [
    {
      id: "method_1",
      type: "shipping",
      line_item_ids: ["line_1"],
      groups: [{ id: "group_1", line_item_ids: ["line_1"], options: [], selected_option_id: null }],
    },
  ],
};

/** Nothing is made of an order where there is none of what it asks for (§4.3). */
function linesOf(ordered: Ordered | CheckoutCreateRequest["line_items"]) {
  const lines = ordered.map(({ item, quantity }, index) => {
    const article = ARTICLES.find(({ id }) => id === item.id);
    if (article === undefined || article.stock < quantity) return undefined;
    const { id, title, price } = article;
    const amount = price * quantity;
    return {
      id: `line_${index + 1}`,
      item: { id, title, price },
      quantity,
      totals: [{ type: "subtotal" as const, amount }],
    };
  });
  const found = lines.flatMap((line) => line ?? []);
  if (found.length > 0) return found;
  const content = "There is none left.";
  return refusal(errorMessage({ code: "out_of_stock", content, severity: "unrecoverable" }));
}

function refusal(message: Message): BusinessOutcome {
  return new BusinessOutcome([message], { continueUrl: "https://business.example.com/" });
}

function totalsOf(lines: NewCheckout["line_items"]): NewCheckout["totals"] {
  const amount = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
  return [
    { type: "subtotal", amount },
    { type: "total", amount },
  ];
}

function cartOf(id: string, line_items: NewCart["line_items"]): NewCart {
  return { id, line_items, currency: "USD", totals: totalsOf(line_items) };
}

function productOf({ id, title, price }: Article) {
  const amount = { amount: price, currency: "USD" };
  return {
    id,
    title,
    price_range: { min: amount, max: amount },
    variants: [{ id: `${id}_only`, title, price: amount }],
  };
}
