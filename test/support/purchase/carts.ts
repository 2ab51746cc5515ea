/** Carts in memory (§2.7): replaced by updates, gone once they are canceled. */

import { randomUUID } from "node:crypto";
import { buyerLocation } from "@proto-gen/runtime/buyer-location";
import { errorMessage } from "@proto-gen/runtime/envelope";
import { BusinessOutcome } from "@proto-gen/runtime/server";
import { totalsOf } from "@proto-gen/runtime/totals";
import type { Cart } from "../../../generated/index.js";
import type { Handlers } from "../../../generated/server.js";
import { barredItems } from "./barred-items.js";
import { linesOf, NOTHING_LEFT } from "./lines.js";

type NewCart = Omit<Cart, "proto">;
type CartHandlers = Pick<Handlers, "createCart" | "getCart" | "updateCart" | "cancelCart">;

const CONTINUE_URL = "https://business.example.com/";

export function createCarts(): CartHandlers {
  const carts = new Map<string, NewCart>();

  function outcome(message: typeof NOTHING_LEFT): BusinessOutcome {
    return new BusinessOutcome([message], { continueUrl: CONTINUE_URL });
  }

  async function kept(
    id: string,
    {
      line_items: asked,
      buyer,
      context,
    }: Pick<NewCart, "buyer" | "context"> & {
      readonly line_items: Parameters<typeof linesOf>[0];
    },
  ): Promise<NewCart | BusinessOutcome> {
    const { lines, messages } = linesOf(asked, carts.get(id)?.line_items);
    if (lines.length === 0) return outcome(NOTHING_LEFT);
    const subtotal = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
    const cart: NewCart = {
      id,
      line_items: [...lines],
      currency: "USD",
      totals: totalsOf({ subtotal }),
      messages: [...messages, ...barredItems(lines, await buyerLocation({ context }))],
      continue_url: `${CONTINUE_URL}carts/${id}`,
      ...(buyer === undefined ? {} : { buyer }),
      ...(context === undefined ? {} : { context }),
    };
    carts.set(id, cart);
    return cart;
  }

  function withCart(
    id: string,
    use: (cart: NewCart) => NewCart | Promise<NewCart | BusinessOutcome>,
  ) {
    const cart = carts.get(id);
    if (cart !== undefined) return use(cart);
    const content = "There is no such cart.";
    return outcome(errorMessage({ code: "not_found", content, severity: "unrecoverable" }));
  }

  return {
    createCart: (request) => kept(`cart_${randomUUID()}`, request),
    getCart: ({ id }) => withCart(id, (cart) => cart),
    updateCart: (request) => withCart(request.id, () => kept(request.id, request)),
    cancelCart: ({ id }) =>
      withCart(id, (cart) => {
        carts.delete(id);
        return cart;
      }),
  };
}
