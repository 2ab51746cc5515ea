/** Carts (§2.7): estimates, replaced by updates, of the platform that made them. */

import { buyerLocation } from "@proto-gen/runtime/buyer-location";
import { isOwner, ownerOf, recordClientOf, type SessionOwner } from "@proto-gen/runtime/checkout";
import { errorMessage, type ErrorMessage, type Message } from "@proto-gen/runtime/envelope";
import { ProtocolError } from "@proto-gen/runtime/error";
import {
  ABSENT,
  type RecordStore,
  type RecordWrite,
  type StoredRecord,
} from "@proto-gen/runtime/records";
import { BusinessOutcome, type CallContext } from "@proto-gen/runtime/server";
import { sumOf, totalsOf } from "@proto-gen/runtime/totals";
import type { Catalog } from "../catalog/index.js";
import { CURRENCY } from "../currency.js";
import { requireFewLines } from "../checkout/line-limit.js";
import { linesOf } from "../checkout/lines.js";
import { placeObjections } from "../checkout/objections.js";
import type { Refusal } from "../checkout/request-refusal.js";
import type { Cart } from "../generated/index.js";
import type { Handlers } from "../generated/server.js";
import type { NewId } from "../new-id.js";

export type CartHandlers = Pick<Handlers, "createCart" | "getCart" | "updateCart" | "cancelCart">;
type NewCart = Omit<Cart, "proto">;
type Request = Pick<Parameters<Handlers["updateCart"]>[0], "line_items" | "buyer" | "context">;

export interface CartRecord {
  readonly cart: NewCart;
  /** Whose it is: no one else's call finds it. */
  readonly owner: SessionOwner;
}

export interface CartsOptions {
  /** With what is left. */
  readonly catalog: () => Promise<Catalog> | Catalog;
  readonly store: RecordStore;
  /** The shop's own site: an https URL without a slash at its end. */
  readonly site: string;
  readonly newId: NewId;
  readonly now: () => number;
}

type Made = { readonly cart: NewCart } | { readonly refusal: Refusal };
type Answer = NewCart | BusinessOutcome;

/** What becomes of a cart, and what is said of it; nothing is written unless given. */
interface Decision {
  readonly write?: RecordWrite;
  readonly answer: Answer;
}

type Decide = (found: StoredRecord<CartRecord>) => Promise<Decision> | Decision;

export const CARTS = "cart";
const CART_MS = 24 * 60 * 60 * 1000;

/** More at the same time on one cart are not one buyer's. */
const MAX_RACES = 20;

const NOT_FOUND = errorMessage({
  code: "not_found",
  content: "There is no such cart.",
  severity: "unrecoverable",
});

export function createCarts({ catalog, store, site, newId, now }: CartsOptions): CartHandlers {
  function writeOf(record: CartRecord, expected: number): RecordWrite {
    const expiresAt = now() + CART_MS;
    const client = recordClientOf(record.owner);
    return { collection: CARTS, key: record.cart.id, value: record, expected, expiresAt, client };
  }

  function outcome(message: ErrorMessage): BusinessOutcome {
    return new BusinessOutcome([message], { continueUrl: site });
  }

  /**
   * Made again where another call was faster: it is the cart that this one left that is changed. To others than
   * its owner there is no such cart.
   */
  async function changed(id: string, context: CallContext, decide: Decide): Promise<Answer> {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const found = await store.get<CartRecord>(CARTS, id);
      if (found === undefined || !isOwner(found.value.owner, ownerOf(context)))
        return outcome(NOT_FOUND);
      const { write, answer } = await decide(found);
      if (write === undefined || (await store.commit([write]))) return answer;
    }
    throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
  }

  async function cartOf(
    id: string,
    { line_items: asked, buyer, context }: Request,
    before: NewCart | undefined,
  ): Promise<Made> {
    requireFewLines(asked);
    const goods = await catalog();
    const found = linesOf(goods, asked, before?.line_items);
    const { lines, messages, refusal } = found;
    if (refusal !== undefined) return { refusal: { outcome: refusal, messages } };
    const subtotal = sumOf(lines.map(({ item, quantity }) => item.price * quantity));
    const location = await buyerLocation({ context });
    const objections = placeObjections(goods, found, () => location);
    const cart: NewCart = {
      id,
      line_items: [...lines],
      currency: CURRENCY,
      totals: totalsOf({ subtotal }),
      messages: [...messages, ...objections],
      continue_url: `${site}/carts/${id}`,
      expires_at: new Date(now() + CART_MS).toISOString(),
      ...(buyer === undefined ? {} : { buyer }),
      ...(context === undefined ? {} : { context }),
    };
    return { cart };
  }

  return {
    async createCart(request, context) {
      const made = await cartOf(newId("cart"), request, undefined);
      if ("refusal" in made) return outcome(made.refusal.outcome);
      const { cart } = made;
      if (await store.commit([writeOf({ cart, owner: ownerOf(context) }, ABSENT)])) return cart;
      throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
    },
    getCart: ({ id }, context) => changed(id, context, ({ value: { cart } }) => ({ answer: cart })),
    updateCart: (request, context) =>
      changed(request.id, context, async ({ value, version }) => {
        const made = await cartOf(request.id, request, value.cart);
        if ("refusal" in made) return { answer: withMessages(value.cart, made.refusal.messages) };
        const { cart } = made;
        return { write: writeOf({ ...value, cart }, version), answer: cart };
      }),
    cancelCart: ({ id }, context) =>
      changed(id, context, ({ value: { cart }, version: expected }) => {
        const { continue_url: _leadsNowhere, ...answer } = cart;
        return { write: { collection: CARTS, key: id, value: undefined, expected }, answer };
      }),
  };
}

/** For one answer only: the cart is as it was. */
function withMessages(cart: NewCart, messages: readonly Message[]): NewCart {
  return { ...cart, messages: [...(cart.messages ?? []), ...messages] };
}
