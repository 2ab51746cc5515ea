import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { sumOf } from "@proto-gen/runtime/commerce";
import {
  createCarts,
  createCheckouts,
  createOrders,
  newOrder,
  totalsOf,
} from "../../../generated/commerce.js";
import { createServer } from "../../../generated/server.js";
import { catalog, platforms, profile } from "./shop.js";

const store = createMemoryStorage();
export const orders = createOrders({ store });

interface Asked {
  readonly item: { readonly id: string };
  readonly quantity: number;
}

function linesOf(asked: readonly Asked[]) {
  return asked.map(({ item, quantity }, index) => ({
    id: `line_${index + 1}`,
    item: { id: item.id, title: "Camera", price: 2000 },
    quantity,
    totals: totalsOf({ subtotal: 2000 * quantity }),
  }));
}

const carts = createCarts({
  store,
  evaluate({ line_items }) {
    const lines = linesOf(line_items);
    const subtotal = sumOf(lines.map(({ quantity }) => 2000 * quantity));
    return { line_items: lines, currency: "USD", totals: totalsOf({ subtotal }) };
  },
});

const checkouts = createCheckouts({
  store,
  orders,
  carts: carts.conversion,
  evaluate({ line_items }) {
    const lines = linesOf(line_items);
    const subtotal = sumOf(lines.map(({ quantity }) => 2000 * quantity));
    return {
      line_items: lines,
      totals: totalsOf({ subtotal, discount: 500 }),
      links: [{ type: "terms_of_service", url: "https://shop.example.com/terms" }],
    };
  },
  complete(checkout) {
    const permalinkUrl = `https://shop.example.com/orders/${checkout.id}`;
    return newOrder(checkout, { id: `order_${checkout.id}`, permalinkUrl });
  },
  release() {},
  continueUrl: (id) => `https://shop.example.com/checkouts/${id}`,
  trustedUi: () => true,
});

export const server = createServer(
  { ...catalog, ...carts.handlers, ...checkouts.handlers },
  { profile, platforms, development: true },
);
