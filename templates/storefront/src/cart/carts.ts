/** The shop's carts (§2.7): estimates of what their lines cost. `createCarts` of the runtime keeps them. */

import { buyerLocation } from "@proto-gen/runtime/buyer-location";
import {
  createCarts,
  type CartEvaluation,
  type CartRequest,
  type CartResource,
  type Carts,
} from "@proto-gen/runtime/cart";
import type { Declined } from "@proto-gen/runtime/checkout";
import type { BusinessOutcome } from "@proto-gen/runtime/envelope";
import type { RecordStore } from "@proto-gen/runtime/records";
import { sumOf, totalsOf } from "@proto-gen/runtime/totals";
import type { Catalog } from "../catalog/index.js";
import { requireFewLines } from "../checkout/line-limit.js";
import { linesOf } from "../checkout/lines.js";
import { placeObjections } from "../checkout/objections.js";
import { refused } from "../checkout/request-refusal.js";
import { CURRENCY } from "../currency.js";
import { releaseValues } from "../generated/release.js";
import type { Handlers } from "../generated/server.js";
import type { NewId } from "../new-id.js";

export interface ShopCartsOptions {
  /** The catalog with what is left of its articles. */
  readonly catalog: () => Promise<Catalog> | Catalog;
  readonly store: RecordStore;
  /** The shop's own site: an https URL without a slash at its end. */
  readonly site: string;
  readonly newId: NewId;
  readonly now: () => number;
}

export function createShopCarts(options: ShopCartsOptions): Carts<Handlers> {
  const { catalog, store, site, newId, now } = options;
  return createCarts<Handlers>({
    store,
    evaluate: async (request, { before }) => evaluate(await catalog(), request, before),
    continueUrl: (id) => `${site}/carts/${id}`,
    releaseValues,
    newId: () => newId("cart"),
    now,
  });
}

async function evaluate(
  catalog: Catalog,
  { line_items: asked, context }: CartRequest<Handlers>,
  before: CartResource<Handlers> | undefined,
): Promise<CartEvaluation<Handlers> | BusinessOutcome | Declined> {
  requireFewLines(asked);
  const found = linesOf(catalog, asked, before?.line_items);
  const { lines, messages, refusal } = found;
  if (refusal !== undefined) return refused(before, { outcome: refusal, messages });
  const location = await buyerLocation({ context });
  return {
    line_items: [...lines],
    currency: CURRENCY,
    totals: totalsOf({ subtotal: sumOf(lines.map(({ item, quantity }) => item.price * quantity)) }),
    messages: [...messages, ...placeObjections(catalog, found, () => location)],
  };
}
