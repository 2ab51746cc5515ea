/** A business for tests of its pages: it shows what it is given, and says so when that is changed. */

import type {
  Backstage,
  CartRow,
  CheckoutRow,
  FinishForm,
  OrderRow,
  Outcome,
  ProductRow,
  RequestRow,
} from "../src/pages/index.js";

export interface Stock {
  readonly products: readonly ProductRow[];
  readonly carts: readonly CartRow[];
  readonly checkouts: readonly CheckoutRow[];
  readonly orders: readonly OrderRow[];
  readonly requests: readonly RequestRow[];
}

export type Finish = (id: string, form: FinishForm) => Promise<Outcome>;

export interface FakeBackstage extends Backstage {
  /** What is given takes the place of what was there. */
  put(stock: Partial<Stock>): void;
  /** Of one checkout. */
  patch(id: string, checkout: Partial<CheckoutRow>): void;
  readonly finished: readonly (FinishForm & { readonly id: string })[];
  readonly listeners: number;
}

const EMPTY: Stock = { products: [], carts: [], checkouts: [], orders: [], requests: [] };

export function fakeBackstage(given: Partial<Stock> = {}, finish?: Finish): FakeBackstage {
  let stock: Stock = { ...EMPTY, ...given };
  const listeners = new Set<() => void>();
  const finished: (FinishForm & { id: string })[] = [];

  function put(next: Partial<Stock>): void {
    stock = { ...stock, ...next };
    for (const listener of listeners) listener();
  }

  function patch(id: string, next: Partial<CheckoutRow>): void {
    put({
      checkouts: stock.checkouts.map((each) => (each.id === id ? { ...each, ...next } : each)),
    });
  }

  return {
    put,
    patch,
    finished,
    get listeners() {
      return listeners.size;
    },
    products: () => stock.products,
    carts: () => stock.carts,
    cart: (id) => stock.carts.find((each) => each.id === id),
    checkouts: () => stock.checkouts,
    checkout: async (id) => stock.checkouts.find((each) => each.id === id),
    orders: () => stock.orders,
    order: (id) => stock.orders.find((each) => each.id === id),
    requests: () => stock.requests,
    begin: async () => ({ kind: "begun", id: "checkout_1" }),
    takeOver: async (id) => patch(id, { status: "requires_escalation" }),
    async finish(id, form) {
      finished.push({ id, ...form });
      const outcome = await (finish?.(id, form) ?? { kind: "completed" as const });
      const order = { id: "order-1", permalink_url: "https://shop.example.com/orders/order-1" };
      if (outcome.kind === "completed") patch(id, { status: "completed", messages: [], order });
      return outcome;
    },
    change(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const TEAPOT = {
  id: "line-1",
  item: { id: "teapot", title: "Teapot", price: 2500 },
  quantity: 2,
  totals: [{ type: "total", amount: 5000 }],
};

/** Two teapots, delivered: what the buyer has to say is in the messages. */
export function checkoutRow(own: Partial<CheckoutRow> = {}): CheckoutRow {
  return {
    id: "chk-1",
    status: "requires_escalation",
    currency: "EUR",
    line_items: [TEAPOT],
    totals: [
      { type: "subtotal", amount: 5000 },
      { type: "discount", amount: 500 },
      { type: "fulfillment", amount: 490 },
      { type: "total", amount: 4990 },
    ],
    messages: [asksFor("$.buyer.email", "We need an email address.")],
    links: [{ type: "privacy_policy", url: "https://shop.example.com/privacy" }],
    ...own,
  };
}

export function asksFor(
  path: string,
  content = "This is needed.",
): NonNullable<CheckoutRow["messages"]>[number] {
  return { type: "error", code: "missing", content, path, severity: "requires_buyer_input" };
}

/** One shipment, with an address to be given and two ways to send it. */
export const DELIVERY: CheckoutRow["fulfillment"] = {
  methods: [
    {
      type: "shipping",
      destinations: [],
      selected_destination_id: null,
      groups: [
        {
          options: [
            { id: "slow", title: "Monday", totals: [{ type: "total", amount: 490 }] },
            { id: "fast", title: "Tomorrow", totals: [{ type: "total", amount: 990 }] },
          ],
          selected_option_id: null,
        },
      ],
    },
  ],
};

export const CART: CartRow = {
  id: "cart-1",
  currency: "EUR",
  line_items: [TEAPOT],
  totals: [{ type: "total", amount: 5000 }],
};

export const PRODUCT: ProductRow = {
  id: "teapot",
  title: "Teapot",
  variants: [
    {
      id: "teapot-red",
      title: "Red",
      price: { amount: 2500, currency: "EUR" },
      availability: { available: true },
    },
  ],
};

export const ORDER: OrderRow = {
  id: "order-1",
  checkout_id: "chk-1",
  currency: "EUR",
  line_items: [
    { id: "line-1", item: TEAPOT.item, quantity: { total: 2, fulfilled: 1 }, status: "partial" },
  ],
  fulfillment: {
    events: [
      {
        id: "event-1",
        type: "shipped",
        occurred_at: "2026-11-20T10:00:00Z",
        carrier: "Post",
        tracking_number: "T-1",
      },
    ],
  },
  adjustments: [
    {
      id: "adjustment-1",
      type: "refund",
      status: "pending",
      occurred_at: "2026-11-21T10:00:00Z",
      amount: -2500,
      description: "One was broken.",
    },
  ],
  totals: [{ type: "total", amount: 4990 }],
};

export const REQUEST: RequestRow = {
  time: "2026-11-20T10:00:00Z",
  method: "POST",
  path: "/proto/v1/checkout-sessions",
  operation: "create_checkout",
  platform: "https://agent.example/profile.json",
  status: 400,
  code: "invalid_request",
  duration: 12.4,
  issues: [{ path: "/line_items/0/quantity", message: "must be an integer" }],
};
