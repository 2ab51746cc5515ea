/** Checkouts that are created from carts (§2.7), in releases whose requests have `cart_id`. */

import { BusinessOutcome, errorMessage } from "@proto-gen/runtime/error";
import {
  createMemoryStorage,
  hasCommitted,
  readRecord,
  StorageError,
  type Storage,
} from "@proto-gen/runtime/storage";
import type { CallContext } from "@proto-gen/runtime/server";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import { describe, expect, it } from "vitest";
import { releaseValues } from "../../../generated/release.js";
import { cartIn, cartKeeper, SHOPPER } from "../../support/cart-keeper.js";
import {
  CONTEXT,
  evaluate,
  keeper,
  READY,
  type Options,
  type Resource,
} from "../../support/checkout-keeper.js";
import { conflictOf } from "../../support/failing-storage.js";

const WITH_CARTS: ReleaseValues = { ...releaseValues, cartId: "accepted" };

function shop(options: Partial<Options> = {}, store: Storage = createMemoryStorage()) {
  const { carts, ...cart } = cartKeeper({ store });
  const checkout = keeper({
    store,
    releaseValues: WITH_CARTS,
    carts: carts.conversion,
    ...options,
  });
  async function convert(
    cartId: string,
    more: object = {},
    context: CallContext = SHOPPER,
  ): Promise<Resource | BusinessOutcome> {
    const request = { line_items: [], currency: "USD", cart_id: cartId, ...more };
    return checkout.checkouts.handlers.createCheckout(request as never, context);
  }
  return { cart, checkout, convert };
}

function idOf(answer: Resource | BusinessOutcome): string {
  if ("kind" in answer) throw new Error(JSON.stringify(answer));
  return answer.id;
}

describe("a checkout from a cart", () => {
  it("has the cart's lines, currency, buyer and context, whatever the request says of these", async () => {
    const requests: unknown[] = [];
    const { cart, convert } = shop({
      evaluate(request, session) {
        requests.push(request);
        return evaluate(request, session);
      },
    });
    const buyer = { email: "ada@example.com" };
    const context = { address_country: "DE" };
    const { id } = cartIn(await cart.create({ buyer, context }));
    const answer = await convert(id, {
      line_items: [{ item: { id: "other" }, quantity: 9 }],
      currency: "EUR",
      buyer: { email: "eve@example.com" },
      context: { address_country: "US" },
    });
    expect(answer).toMatchObject({
      buyer,
      status: "ready_for_complete",
      line_items: [{ item: { id: "camera" }, quantity: 2 }],
    });
    expect(requests).toEqual([
      {
        currency: "USD",
        line_items: [{ id: "line_camera", item: { id: "camera" }, quantity: 2 }],
        buyer,
        context,
      },
    ]);
  });

  const DISCOUNTS = { codes: ["TEN"] };
  const GIFT = { note: "For Ada" };

  async function requestOf(
    update: object | undefined,
    release: Partial<ReleaseValues>,
    more: object = {},
  ): Promise<unknown> {
    const requests: object[] = [];
    const { cart, convert } = shop({
      releaseValues: { ...WITH_CARTS, ...release },
      evaluate(request, session) {
        requests.push(request);
        return evaluate(request, session);
      },
    });
    const { id } = cartIn(await cart.create({ discounts: DISCOUNTS, "com.acme.gift": GIFT }));
    if (update !== undefined) await cart.update(id, update);
    await convert(id, more);
    const [{ line_items: _, currency: __, ...rest } = {}] = requests as Record<string, unknown>[];
    return rest;
  }

  it("has what extensions were asked for of the cart, whatever the request says of these", async () => {
    const asked = { discounts: DISCOUNTS, "com.acme.gift": GIFT };
    expect(await requestOf(undefined, {})).toEqual(asked);
    const discounts = { codes: ["OTHER"] };
    expect(await requestOf(undefined, {}, { discounts })).toEqual(asked);
  });

  it("has what the cart was asked for last", async () => {
    const discounts = { codes: ["TWENTY"] };
    expect(await requestOf({ discounts }, {})).toEqual({ discounts });
    expect(await requestOf({}, {})).toEqual({});
  });

  it("has of it what a checkout accepts", async () => {
    const release = { cartMembers: ["discounts"] };
    expect(await requestOf(undefined, release)).toEqual({ discounts: DISCOUNTS });
  });

  it("has no payment of it", async () => {
    const payment = { instruments: [{ credential: { token: "tok_1" } }] };
    const discounts = DISCOUNTS;
    expect(await requestOf({ payment, discounts }, {})).toEqual({ discounts });
  });

  it("is created of a cart that an earlier version has kept", async () => {
    const store = createMemoryStorage();
    const { cart, convert } = shop({}, store);
    const { id } = cartIn(await cart.create({ discounts: DISCOUNTS }));
    const found = await readRecord<{ readonly asked?: object }>(store, "cart", id);
    const { asked: _, ...value } = found?.value ?? {};
    const write = { collection: "cart", key: id, value, expected: found?.version ?? 0 };
    expect(await hasCommitted(store, [write])).toBe(true);
    expect(await convert(id)).toMatchObject({ line_items: [{ quantity: 2 }] });
  });

  it("keeps the members of the request that the cart does not have", async () => {
    const { cart, convert } = shop();
    const { id } = cartIn(await cart.create());
    const buyer = { email: "ada@example.com" };
    expect(await convert(id, { buyer })).toMatchObject({ buyer, status: "ready_for_complete" });
  });

  it("is completed as any other: its cart is evaluated again before the payment", async () => {
    const { cart, convert, checkout } = shop();
    const buyer = { email: "ada@example.com" };
    const { id } = cartIn(await cart.create({ buyer }));
    const checkoutId = idOf(await convert(id));
    expect(await checkout.complete(checkoutId)).toMatchObject({ status: "completed" });
  });

  it("is the same one until it is over", async () => {
    const { cart, convert, checkout } = shop();
    const { id } = cartIn(await cart.create());
    const first = idOf(await convert(id));
    expect(idOf(await convert(id))).toBe(first);
    // Whatever becomes of the cart meanwhile, and of the checkout.
    await cart.update(id, { line_items: [{ item: { id: "lens" }, quantity: 1 }] });
    await checkout.update(first);
    expect(await convert(id)).toMatchObject({ id: first, status: "ready_for_complete" });
    await checkout.complete(first);
    const second = idOf(await convert(id));
    expect(second).not.toBe(first);
    await checkout.cancel(second);
    expect([first, second]).not.toContain(idOf(await convert(id)));
  });

  it("is the one that the call created, whatever the cart has become since (§4.8)", async () => {
    const { cart, convert, checkout } = shop();
    const { id } = cartIn(await cart.create());
    const again = () => convert(id, {}, { ...SHOPPER, callId: "k1" });
    const first = idOf(await again());
    await checkout.cancel(first);
    expect(idOf(await convert(id, {}, { ...SHOPPER, callId: "k2" }))).not.toBe(first);
    expect(await again()).toMatchObject({ id: first, status: "canceled" });
    await cart.cancel(id);
    expect(await again()).toMatchObject({ id: first, status: "canceled" });
  });

  it("is one, where several calls ask for it at once", async () => {
    const { cart, convert, checkout } = shop();
    const { id } = cartIn(await cart.create());
    const ids = await Promise.all([1, 2, 3, 4].map(async () => idOf(await convert(id))));
    expect(new Set(ids).size).toBe(1);
    expect(await checkout.checkouts.latest(10)).toHaveLength(1);
  });

  it("is of the cart as it is when the checkout is written", async () => {
    const { cart, convert } = shop({
      async evaluate(request, session) {
        // The first evaluation is of a cart that changes meanwhile.
        if (request.line_items[0]?.quantity === 2)
          await cart.update(cartId, { line_items: [{ item: { id: "camera" }, quantity: 3 }] });
        return evaluate(request, session);
      },
    });
    const { id: cartId } = cartIn(await cart.create());
    expect(await convert(cartId)).toMatchObject({ line_items: [{ quantity: 3 }] });
  });

  it("is a new one where the earlier one was forgotten", async () => {
    const store = createMemoryStorage();
    const { cart, convert } = shop({}, store);
    const { id } = cartIn(await cart.create());
    const first = idOf(await convert(id));
    const { version = 0 } = (await readRecord(store, "checkout", first)) ?? {};
    const forgotten = { collection: "checkout", key: first, value: undefined, expected: version };
    expect(await hasCommitted(store, [forgotten])).toBe(true);
    const second = idOf(await convert(id));
    expect(second).not.toBe(first);
    expect(idOf(await convert(id))).toBe(second);
  });

  it("is not doubled where the store cannot say whether there is one (§7)", async () => {
    const store = createMemoryStorage();
    let unreadable: string | undefined;
    const get: Storage["get"] = (keys) =>
      keys.some(({ collection, key }) => collection === "checkout" && key === unreadable)
        ? Promise.reject(new StorageError("down"))
        : store.get(keys);
    const { cart, convert, checkout } = shop({}, { ...store, get });
    const { id } = cartIn(await cart.create());
    const first = idOf(await convert(id));
    // Another checkout could be kept.
    unreadable = first;
    await expect(convert(id)).rejects.toMatchObject({ code: "temporarily_unavailable" });
    unreadable = undefined;
    expect(idOf(await convert(id))).toBe(first);
    expect(await checkout.checkouts.latest(10)).toHaveLength(1);
  });

  it("ends with 503 where the cart changes again and again", async () => {
    const store = createMemoryStorage();
    let isBusy = false;
    const commit: Storage["commit"] = async (writes) =>
      isBusy ? conflictOf(writes) : store.commit(writes);
    const { cart, convert } = shop({}, { ...store, commit });
    const { id } = cartIn(await cart.create());
    isBusy = true;
    await expect(convert(id)).rejects.toMatchObject({
      code: "temporarily_unavailable",
      status: 503,
    });
  });

  it("is none where the business can make none of the cart, which is converted later", async () => {
    const soldOut = errorMessage({
      code: "out_of_stock",
      content: "None of it is in stock.",
      severity: "unrecoverable",
    });
    let isThere = false;
    const { cart, convert, checkout } = shop({
      evaluate: (request, session) =>
        isThere ? evaluate(request, session) : new BusinessOutcome([soldOut]),
    });
    const { id } = cartIn(await cart.create());
    expect(await convert(id)).toMatchObject({ messages: [soldOut] });
    expect(await checkout.checkouts.latest(1)).toEqual([]);
    isThere = true;
    expect(await convert(id)).toMatchObject({ line_items: [{ quantity: 2 }] });
  });

  it("leaves the cart as it was, which can be canceled", async () => {
    const { cart, convert, checkout } = shop();
    const created = cartIn(await cart.create());
    const checkoutId = idOf(await convert(created.id));
    expect(await cart.get(created.id)).toEqual(created);
    await cart.cancel(created.id);
    expect(await checkout.get(checkoutId)).toMatchObject({ id: checkoutId });
  });
});

describe("a cart that is not the caller's to convert", () => {
  const NOT_FOUND = {
    messages: [{ code: "not_found", severity: "unrecoverable", path: "$.cart_id" }],
  };

  it("is not found where there is none, or it was canceled", async () => {
    const { cart, convert, checkout } = shop();
    expect(await convert("cart_1")).toBeInstanceOf(BusinessOutcome);
    expect(await convert("cart_1")).toMatchObject(NOT_FOUND);
    const { id } = cartIn(await cart.create());
    await cart.cancel(id);
    expect(await convert(id)).toMatchObject(NOT_FOUND);
    expect(await checkout.checkouts.latest(1)).toEqual([]);
  });

  it("is not found where it is another platform's", async () => {
    const { cart, convert } = shop();
    const { id } = cartIn(await cart.create());
    const profile = "https://other.example/profile";
    const other = { ...SHOPPER, platform: { ...SHOPPER.platform, profile } };
    expect(await convert(id, {}, other)).toMatchObject(NOT_FOUND);
  });
});

describe("cart_id", () => {
  it.each<[string, Partial<Options>, CallContext]>([
    ["in a release that does not have it", { releaseValues }, SHOPPER],
    ["in code of an earlier generator", { releaseValues: undefined as never }, SHOPPER],
    ["to a business that gives no carts", { carts: undefined as never }, SHOPPER],
    ["from a platform without carts", {}, CONTEXT],
  ])("means nothing %s", async (_, options, context) => {
    const { cart, convert } = shop(options);
    const { id } = cartIn(await cart.create());
    const { line_items } = READY;
    const asked = [{ ...line_items[0], quantity: 7 }];
    expect(await convert(id, { line_items: asked }, context)).toMatchObject({
      line_items: [{ quantity: 7 }],
    });
  });

  it("means nothing if it is not a string", async () => {
    const { convert } = shop();
    const more = { line_items: READY.line_items, cart_id: 7 };
    expect(await convert("", more)).toMatchObject({ line_items: [{ quantity: 2 }] });
  });
});
