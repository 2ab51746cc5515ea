/** The shop's carts (§2.7): estimates of what their lines cost. `createCarts` of the runtime keeps them. */

import {
  buyerLocation,
  type BuyerLocation,
  type CartEvaluation,
  type CartRequest,
  type CartResource,
  type Carts,
  type Declined,
  sumOf,
} from "@proto-gen/runtime/commerce";
import type { BusinessOutcome } from "@proto-gen/runtime/error";
import type { Storage } from "@proto-gen/runtime/storage";
import { currencyFor, hintsIn } from "../buyer-hints.js";
import type { Catalog } from "../catalog/index.js";
import { requireFewLines } from "../checkout/line-limit.js";
import { linesOf } from "../checkout/lines.js";
import { placeObjections } from "../checkout/objections.js";
import { refused } from "../checkout/request-refusal.js";
import { createCarts, totalsOf } from "../generated/commerce.js";
import type { Handlers } from "../generated/server.js";
import { NO_GEO_IP, type GeoIp } from "../geo-ip.js";
import type { NewId } from "../new-id.js";

export interface ShopCartsOptions {
  /** The catalog with what is left of its articles. */
  readonly catalog: () => Promise<Catalog> | Catalog;
  readonly store: Storage;
  /** The shop's own site: an https URL without a slash at its end. */
  readonly site: string;
  /** Knows no country unless given. */
  readonly geoIp?: GeoIp;
  readonly newId: NewId;
  readonly now: () => number;
}

export function createShopCarts(options: ShopCartsOptions): Carts<Handlers> {
  const { catalog, store, site, newId, now, geoIp = NO_GEO_IP } = options;
  return createCarts({
    store,
    async evaluate(request, { before, context: { headers } }) {
      const hints = hintsIn({ context: request.context, headers }, geoIp);
      const whole = await catalog();
      const priced = whole.in(currencyFor(whole.prices, hints, { before: before?.currency }));
      const location = await buyerLocation({ context: hints.context, geoIp: () => hints.geoIp });
      return evaluate(request, before, { catalog: priced, location });
    },
    continueUrl: (id) => `${site}/carts/${encodeURIComponent(id)}`,
    newId: () => newId("cart"),
    now,
  });
}

interface Evaluating {
  /** In the currency of the cart. */
  readonly catalog: Catalog;
  /** An estimate, which refuses nothing. */
  readonly location: BuyerLocation | undefined;
}

function evaluate(
  { line_items: asked }: CartRequest<Handlers>,
  before: CartResource<Handlers> | undefined,
  { catalog, location }: Evaluating,
): CartEvaluation<Handlers> | BusinessOutcome | Declined {
  requireFewLines(asked);
  const found = linesOf(catalog, asked, before?.line_items);
  const { lines, messages, refusal } = found;
  if (refusal !== undefined) return refused(before, { outcome: refusal, messages });
  return {
    line_items: [...lines],
    currency: catalog.currency,
    totals: totalsOf({ subtotal: sumOf(lines.map(({ item, quantity }) => item.price * quantity)) }),
    messages: [...messages, ...placeObjections(catalog, found, () => location)],
  };
}
