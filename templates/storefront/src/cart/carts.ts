/** Carts (§2.7): estimates, replaced by updates, of the platform that made them. */

import { buyerLocation } from "@proto-gen/runtime/buyer-location";
import { errorMessage, type ErrorMessage } from "@proto-gen/runtime/envelope";
import { ABSENT, type RecordStore, type StoredRecord } from "@proto-gen/runtime/records";
import { BusinessOutcome, type CallContext } from "@proto-gen/runtime/server";
import { sumOf, totalsOf } from "@proto-gen/runtime/totals";
import type { Catalog } from "../catalog/index.js";
import { linesOf } from "../checkout/lines.js";
import { placeObjections } from "../checkout/objections.js";
import type { Cart } from "../generated/index.js";
import type { Handlers } from "../generated/server.js";
import type { NewId } from "../new-id.js";

export type CartHandlers = Pick<Handlers, "createCart" | "getCart" | "updateCart" | "cancelCart">;
type NewCart = Omit<Cart, "proto">;
type Request = Pick<Parameters<Handlers["updateCart"]>[0], "line_items" | "buyer" | "context">;

export interface CartRecord {
  readonly cart: NewCart;
  /** URL of its platform's profile. */
  readonly platform: string;
}

export interface CartsOptions {
  readonly catalog: Catalog;
  readonly store: RecordStore;
  /** The shop's own site: an https URL without a slash at its end. */
  readonly site: string;
  readonly newId: NewId;
  readonly now: () => number;
}

export const CARTS = "cart";
const CART_MS = 24 * 60 * 60 * 1000;

const NOT_FOUND = errorMessage({
  code: "not_found",
  content: "There is no such cart.",
  severity: "unrecoverable",
});

export function createCarts({ catalog, store, site, newId, now }: CartsOptions): CartHandlers {
  async function write(record: CartRecord, expected: number): Promise<NewCart | BusinessOutcome> {
    const { cart } = record;
    const expiresAt = now() + CART_MS;
    const write = { collection: CARTS, key: cart.id, value: record, expected, expiresAt };
    // Of two updates at once the later one sees that its cart is another one now.
    return (await store.commit([write])) ? cart : outcome(NOT_FOUND);
  }

  function outcome(message: ErrorMessage): BusinessOutcome {
    return new BusinessOutcome([message], { continueUrl: site });
  }

  /** A cart of the platform that asks; for others there is none. */
  async function found(
    id: string,
    { platform }: CallContext,
  ): Promise<StoredRecord<CartRecord> | undefined> {
    const record = await store.get<CartRecord>(CARTS, id);
    return record?.value.platform === platform.profile ? record : undefined;
  }

  async function cartOf(
    id: string,
    { line_items: asked, buyer, context }: Request,
    before: NewCart | undefined,
  ): Promise<NewCart | BusinessOutcome> {
    const { lines, messages, refusal } = linesOf(catalog, asked, before?.line_items);
    if (refusal !== undefined) return outcome(refusal);
    const subtotal = sumOf(lines.map(({ item, quantity }) => item.price * quantity));
    const objections = placeObjections(catalog, lines, await buyerLocation({ context }));
    return {
      id,
      line_items: [...lines],
      currency: "USD",
      totals: totalsOf({ subtotal }),
      messages: [...messages, ...objections],
      continue_url: `${site}/carts/${id}`,
      expires_at: new Date(now() + CART_MS).toISOString(),
      ...(buyer === undefined ? {} : { buyer }),
      ...(context === undefined ? {} : { context }),
    };
  }

  return {
    async createCart(request, { platform }) {
      const cart = await cartOf(newId("cart"), request, undefined);
      if (cart instanceof BusinessOutcome) return cart;
      return write({ cart, platform: platform.profile }, ABSENT);
    },
    async getCart({ id }, context) {
      return (await found(id, context))?.value.cart ?? outcome(NOT_FOUND);
    },
    async updateCart(request, context) {
      const record = await found(request.id, context);
      if (record === undefined) return outcome(NOT_FOUND);
      const { value, version } = record;
      const cart = await cartOf(request.id, request, value.cart);
      if (cart instanceof BusinessOutcome) return cart;
      return write({ ...value, cart }, version);
    },
    async cancelCart({ id }, context) {
      const record = await found(id, context);
      if (record === undefined) return outcome(NOT_FOUND);
      const { value, version: expected } = record;
      const removal = { collection: CARTS, key: id, value: undefined, expected };
      return (await store.commit([removal])) ? value.cart : outcome(NOT_FOUND);
    },
  };
}
