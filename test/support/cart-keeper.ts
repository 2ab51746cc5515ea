/** A business of one product, as small as the keeper of carts allows, and calls without a server. */

import { createCarts, totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import type { CartOptions, Carts } from "@proto-gen/runtime/commerce";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import type { BusinessOutcome } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import type { Cart } from "../../generated/index.js";
import type { Handlers } from "../../generated/server.js";
import { CONTEXT } from "./checkout-keeper.js";

export type CartBody = Omit<Cart, "proto">;
export type KeeperOptions = CartOptions<Handlers>;

/** A platform that has carts and checkouts. */
export const SHOPPER: CallContext = {
  ...CONTEXT,
  platform: {
    ...CONTEXT.platform,
    capabilities: new Set(["dev.proto.shopping.cart", "dev.proto.shopping.checkout"]),
  },
};

export function lineOf(id: string, quantity: number) {
  return {
    id: `line_${id}`,
    item: { id, title: id, price: 1000 },
    quantity,
    totals: totalsOf({ subtotal: 1000 * quantity }),
  };
}

/** 1,000 each. */
export const estimate: KeeperOptions["evaluate"] = ({ line_items }) => ({
  line_items: line_items.map(({ item, quantity }) => lineOf(item.id, quantity)),
  currency: "USD",
  totals: totalsOf({
    subtotal: line_items.reduce((sum, { quantity }) => sum + 1000 * quantity, 0),
  }),
});

export const TWO = { line_items: [{ item: { id: "camera" }, quantity: 2 }] };

export interface CartKeeper {
  readonly carts: Carts<Handlers>;
  readonly store: Storage;
  create(more?: object): Promise<CartBody | BusinessOutcome>;
  update(id: string, more?: object): Promise<CartBody | BusinessOutcome>;
  get(id: string, context?: CallContext): Promise<CartBody | BusinessOutcome>;
  cancel(id: string): Promise<CartBody | BusinessOutcome>;
}

export function cartKeeper(options: Partial<KeeperOptions> = {}): CartKeeper {
  const store = options.store ?? createMemoryStorage();
  const carts = createCarts<Handlers>({ evaluate: estimate, ...options, store });
  const { handlers } = carts;
  return {
    carts,
    store,
    create: async (more = {}) => handlers.createCart({ ...TWO, ...more }, SHOPPER),
    update: async (id, more = {}) => handlers.updateCart({ ...TWO, id, ...more }, SHOPPER),
    get: async (id, context = SHOPPER) => handlers.getCart({ id }, context),
    cancel: async (id) => handlers.cancelCart({ id }, SHOPPER),
  };
}

/** The cart of a call that must give one. */
export function cartIn(answer: CartBody | BusinessOutcome): CartBody {
  if ("kind" in answer) throw new Error(`an outcome: ${JSON.stringify(answer)}`);
  return answer;
}
