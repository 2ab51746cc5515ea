/** What the pages show of the shop, and what a buyer does there. In: the shop's parts. Out: their port. */

import { ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext, CallingPlatform } from "@proto-gen/runtime/server";
import type { Backstage } from "../pages/index.js";
import type { Storefront } from "../storefront-options.js";
import type { Requests } from "./requests.js";
import type { WatchedStore } from "./watched-store.js";

export interface BackstageOptions {
  readonly storefront: Pick<Storefront, "stock" | "carts" | "checkouts" | "orders">;
  readonly store: WatchedStore;
  readonly requests: Requests;
  readonly finish: Backstage["finish"];
  readonly begin: Backstage["begin"];
  readonly backOffice: Backstage["backOffice"];
  readonly contextFor: (platform: CallingPlatform) => CallContext;
}

/** As many as a page shows. */
const LIMIT = 50;

export function createBackstage(options: BackstageOptions): Backstage {
  const { storefront, store, requests, finish, begin, backOffice, contextFor } = options;
  const { stock, carts, checkouts, orders } = storefront;
  return {
    products: async () => (await stock.catalog()).products(),
    carts: () => carts.latest(LIMIT),
    cart: (id) => carts.get(id).catch(undefinedIfNone),
    checkouts: () => checkouts.latest(LIMIT),
    async checkout(id) {
      const [checkout, language] = await Promise.all([
        checkouts.get(id).catch(undefinedIfNone),
        checkouts.languageOf(id).catch(undefinedIfNone),
      ]);
      return checkout && { ...checkout, context: { language } };
    },
    orders: () => orders.latest(LIMIT),
    order: (id) => orders.get(id),
    requests: () => requests.latest(),
    finish,
    begin,
    takeOver: async (id) => void (await checkouts.amend(id, (request) => request, contextFor)),
    backOffice,
    change(listener) {
      const ends = [store.watch(listener), requests.watch(listener)];
      return () => ends.forEach((end) => end());
    },
  };
}

function undefinedIfNone(thrown: unknown): undefined {
  if (thrown instanceof ProtocolError && thrown.code === "not_found") return undefined;
  throw thrown;
}
