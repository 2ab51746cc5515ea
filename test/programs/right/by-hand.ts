import { ProtocolError } from "@proto-gen/runtime/error";
import { totalsOf } from "../../../generated/commerce.js";
import { createServer, type Handlers } from "../../../generated/server.js";
import { catalog, platforms, profile, readRow } from "./shop.js";

function checkoutOf(id: string) {
  const { price } = readRow(id);
  return {
    id,
    status: "incomplete" as const,
    currency: "USD",
    line_items: [
      {
        id: "line_1",
        item: { id: "camera", title: "Camera", price },
        quantity: 1,
        totals: totalsOf({ subtotal: price }),
      },
    ],
    totals: totalsOf({ subtotal: price, discount: 500 }),
    links: [{ type: "terms_of_service", url: "https://shop.example.com/terms" }],
    payment: { instruments: [] },
    continue_url: "https://shop.example.com/checkouts/1",
  };
}

function noCarts(): never {
  throw new ProtocolError("not_found");
}

const handlers: Handlers = {
  ...catalog,
  createCart: noCarts,
  getCart: noCarts,
  updateCart: noCarts,
  cancelCart: noCarts,
  createCheckout: () => checkoutOf("1"),
  getCheckout: ({ id }) => checkoutOf(id),
  updateCheckout: ({ id }) => checkoutOf(id),
  completeCheckout: ({ id }) => checkoutOf(id),
  cancelCheckout: ({ id }) => checkoutOf(id),
};

export const server = createServer(handlers, { profile, platforms, development: true });
