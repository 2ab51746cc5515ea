/** The keeper of carts (§2.7, §4.3): ids, owners, expiry, updates, and what a business may not answer. */

import { CartError, Declined } from "@proto-gen/runtime/commerce";
import { BusinessOutcome, errorMessage } from "@proto-gen/runtime/error";
import { createMemoryStorage, StorageError } from "@proto-gen/runtime/storage";
import type { CallContext } from "@proto-gen/runtime/server";
import { totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { describe, expect, it } from "vitest";
import { cartIn, cartKeeper, estimate, lineOf, SHOPPER, TWO } from "../../support/cart-keeper.js";
import { conflictOf } from "../../support/failing-storage.js";

const NOT_FOUND = { messages: [{ type: "error", code: "not_found", severity: "unrecoverable" }] };
const SOLD_OUT = errorMessage({
  code: "out_of_stock",
  content: "None of it is in stock.",
  severity: "unrecoverable",
});
const HOUR = 60 * 60 * 1000;

describe("a cart", () => {
  it("has an id, the buyer and the context of its request, and an end", async () => {
    const { create, get } = cartKeeper({ now: () => Date.UTC(2030, 0, 1) });
    const buyer = { email: "ada@example.com" };
    const context = { address_country: "DE" };
    const cart = cartIn(await create({ buyer, context }));
    expect(cart).toMatchObject({ buyer, context, expires_at: "2030-01-02T00:00:00.000Z" });
    expect(cart.id).toMatch(/^[\w-]{22,}$/);
    expect(cart).not.toHaveProperty("continue_url");
    expect(await get(cart.id)).toEqual(cart);
  });

  it("is replaced by an update: what the update leaves out is gone (§2.7)", async () => {
    const { create, update, get } = cartKeeper();
    const { id } = cartIn(await create({ buyer: { email: "ada@example.com" } }));
    const line_items = [{ item: { id: "lens" }, quantity: 1 }];
    const cart = cartIn(await update(id, { line_items }));
    expect(cart.line_items).toEqual([lineOf("lens", 1)]);
    expect(cart).not.toHaveProperty("buyer");
    expect(cart).not.toHaveProperty("context");
    expect(await get(id)).toEqual(cart);
  });

  it("is evaluated with what was before", async () => {
    const asked: unknown[] = [];
    const { create, update } = cartKeeper({
      evaluate(request, session) {
        asked.push([session.trigger, session.id, session.before?.line_items.length]);
        return estimate(request, session);
      },
    });
    const { id } = cartIn(await create());
    await update(id);
    expect(asked).toEqual([
      ["create", id, undefined],
      ["update", id, 1],
    ]);
  });

  it("lasts for cartMs from its last change, and is not found afterwards (§4.3)", async () => {
    let time = Date.UTC(2030, 0, 1);
    const now = () => time;
    const store = createMemoryStorage({ now });
    const { create, update, get, carts } = cartKeeper({ cartMs: 2 * HOUR, now, store });
    const { id } = cartIn(await create());
    time += HOUR;
    await update(id);
    time += 2 * HOUR - 1;
    expect(await get(id)).toMatchObject({ id, expires_at: "2030-01-01T03:00:00.000Z" });
    time += 1;
    expect(await get(id)).toMatchObject(NOT_FOUND);
    expect(await update(id)).toMatchObject(NOT_FOUND);
    expect(await carts.latest(10)).toEqual([]);
    await expect(carts.get(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends when the business says so, also in a store whose clock is behind", async () => {
    let time = Date.UTC(2030, 0, 1);
    const expires_at = "2030-01-01T00:10:00+00:00";
    const { create, get } = cartKeeper({
      now: () => time,
      store: createMemoryStorage({ now: () => 0 }),
      evaluate: async (...asked) =>
        ({ ...((await estimate(...asked)) as object), expires_at }) as never,
    });
    const { id } = cartIn(await create());
    expect(await get(id)).toMatchObject({ id, expires_at });
    time += HOUR;
    expect(await get(id)).toMatchObject(NOT_FOUND);
  });

  it("is nobody else's", async () => {
    const { create, get, carts } = cartKeeper();
    const { id } = cartIn(await create());
    const profile = "https://other.example/profile";
    const other: CallContext = { ...SHOPPER, platform: { ...SHOPPER.platform, profile } };
    expect(await get(id, other)).toMatchObject(NOT_FOUND);
    expect(await carts.handlers.updateCart({ ...TWO, id }, other)).toMatchObject(NOT_FOUND);
    expect(await carts.handlers.cancelCart({ id }, other)).toMatchObject(NOT_FOUND);
    expect(await carts.get(id)).toMatchObject({ id });
  });

  it("is returned without continue_url when it is canceled, and is not found afterwards", async () => {
    const { create, cancel, get } = cartKeeper({
      continueUrl: (id) => `https://shop.example/carts/${id}`,
    });
    const { id, continue_url, ...cart } = cartIn(await create());
    expect(continue_url).toBe(`https://shop.example/carts/${id}`);
    expect(await cancel(id)).toEqual({ id, ...cart });
    expect(await get(id)).toMatchObject(NOT_FOUND);
    expect(await cancel(id)).toMatchObject(NOT_FOUND);
  });

  it("is listed by when it was changed", async () => {
    const { create, update, carts } = cartKeeper();
    const first = cartIn(await create());
    const second = cartIn(await create());
    await update(first.id);
    expect((await carts.latest(10)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await carts.latest(1)).toHaveLength(1);
  });
});

describe("a request of which nothing can be made (§4.3)", () => {
  it.each([
    ["Declined", new Declined([SOLD_OUT])],
    ["a BusinessOutcome", new BusinessOutcome([SOLD_OUT])],
  ])("creates no cart, and leaves one as it was: %s", async (_, nothing) => {
    const { create, update, get, carts } = cartKeeper({
      evaluate: (request, session) =>
        request.line_items.length === 0 ? nothing : estimate(request, session),
    });
    const outcome = await create({ line_items: [] });
    expect(outcome).toBeInstanceOf(BusinessOutcome);
    expect(outcome).toMatchObject({ messages: [SOLD_OUT] });
    expect(await carts.latest(1)).toEqual([]);

    const cart = cartIn(await create());
    expect(await update(cart.id, { line_items: [] })).toEqual({
      ...cart,
      messages: [SOLD_OUT],
      proto: { status: "error" },
    });
    expect(await get(cart.id)).toEqual(cart);
  });
});

describe("a call that comes again after its answer was lost (§4.8)", () => {
  const keyed = (callId: string): CallContext => ({ ...SHOPPER, callId });
  const LENS = { line_items: [{ item: { id: "lens" }, quantity: 1 }] };

  function shop() {
    const { carts, store, get } = cartKeeper();
    const { createCart, updateCart, cancelCart } = carts.handlers;
    return {
      ...{ carts, store, get },
      create: async (callId: string) => createCart(TWO, keyed(callId)),
      update: async (id: string, callId: string, more: object = TWO) =>
        updateCart({ ...TWO, id, ...more }, keyed(callId)),
      cancel: async (id: string, callId: string) => cancelCart({ id }, keyed(callId)),
    };
  }

  it("has created one cart, whichever of two at the same time comes first", async () => {
    const { carts, create } = shop();
    const [first, again] = await Promise.all([create("k1"), create("k1")]);
    expect(again).toEqual(first);
    expect(await create("k1")).toEqual(first);
    expect(await carts.latest(9)).toHaveLength(1);
    expect(await create("k2")).not.toEqual(first);
  });

  it("has created one cart for as long as the cart is kept", async () => {
    let time = Date.UTC(2030, 0, 1);
    const now = () => time;
    const cartMs = 100 * HOUR;
    const { carts } = cartKeeper({ cartMs, now, store: createMemoryStorage({ now }) });
    const create = async () => cartIn(await carts.handlers.createCart(TWO, keyed("k1")));
    const first = await create();
    time += cartMs - 1;
    expect(await create()).toEqual(first);
    time += 1;
    expect(await create()).not.toEqual(first);
  });

  it("has updated the cart once, and takes nothing of a later update away", async () => {
    const { create, update } = shop();
    const { id } = cartIn(await create("k1"));
    await update(id, "k2");
    const latest = await update(id, "k3", LENS);
    expect(await update(id, "k2")).toEqual(latest);
    expect(await create("k1")).toEqual(latest);
  });

  it("hears that the cart is canceled, which nobody else finds", async () => {
    const { carts, create, update, cancel, get } = shop();
    const { id } = cartIn(await create("k1"));
    await update(id, "k2");
    const canceled = await cancel(id, "k3");
    for (const again of [await create("k1"), await update(id, "k2"), await cancel(id, "k3")])
      expect(again).toEqual(canceled);
    for (const other of [await update(id, "k4"), await cancel(id, "k5"), await get(id)])
      expect(other).toMatchObject(NOT_FOUND);
    expect(await carts.latest(9)).toEqual([]);
    expect(await carts.conversion.find(id, SHOPPER)).toBeUndefined();
    await expect(carts.get(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("several calls on one cart", () => {
  it("see each other's changes, whichever is first", async () => {
    const seen: (number | undefined)[] = [];
    const { create, update, get } = cartKeeper({
      evaluate(request, session) {
        if (session.trigger === "update") seen.push(session.before?.line_items[0]?.quantity);
        return estimate(request, session);
      },
    });
    const { id } = cartIn(await create());
    const quantities = [3, 4, 5, 6];
    await Promise.all(
      quantities.map((quantity) =>
        update(id, { line_items: [{ item: { id: "camera" }, quantity }] }),
      ),
    );
    // Evaluated again for each that was slower: the last one saw what another one had written.
    expect(seen.length).toBeGreaterThan(quantities.length);
    expect(quantities).toContain(seen.at(-1));
    expect(quantities).toContain(cartIn(await get(id)).line_items[0]?.quantity);
  });

  it("end with 503 where the store never takes a change", async () => {
    const store = createMemoryStorage();
    const { create } = cartKeeper({ store });
    const { id } = cartIn(await create());
    const {
      update,
      cancel,
      create: createMore,
    } = cartKeeper({
      store: { ...store, commit: async (writes) => conflictOf(writes) },
    });
    const busy = { code: "temporarily_unavailable", status: 503 };
    await expect(update(id)).rejects.toMatchObject(busy);
    await expect(cancel(id)).rejects.toMatchObject(busy);
    await expect(createMore()).rejects.toMatchObject(busy);
  });

  it("end with 503 where the store cannot be asked (§7)", async () => {
    const fail = () => Promise.reject(new StorageError("down"));
    const { get, create } = cartKeeper({
      store: { ...createMemoryStorage(), get: fail, commit: fail },
    });
    for (const call of [get("cart_1"), create()])
      await expect(call).rejects.toMatchObject({ code: "temporarily_unavailable", status: 503 });
  });
});

describe("a business that breaks a rule", () => {
  it.each([
    ["totals_invalid", { totals: [...totalsOf({ subtotal: 1 })] }],
    ["currency_missing", { currency: "" }],
    ["continue_url_invalid", { continue_url: "http://shop.example/cart" }],
    ["continue_url_invalid", { continue_url: "https://ada:secret@shop.example/" }],
    ["expiry_invalid", { expires_at: "tomorrow" }],
    ["expiry_invalid", { expires_at: "2030-01-01" }],
  ])("is told so, and nothing is kept: %s of %j", async (code, mistake) => {
    const { create, carts } = cartKeeper({
      evaluate: async (...asked) =>
        ({ ...((await estimate(...asked)) as object), ...mistake }) as never,
    });
    const thrown = await create().catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: "internal_error", cause: { code } });
    const { cause } = thrown as Error;
    expect(cause).toBeInstanceOf(CartError);
    expect(String(cause)).toMatch(new RegExp(`^CartError: ${code}: .`));
    expect(await carts.latest(1)).toEqual([]);
  });

  it("may have a total below zero, which is logged (§2.3)", async () => {
    const log: unknown[] = [];
    const totals = [
      { type: "subtotal" as const, amount: 2000 },
      { type: "discount" as const, amount: 2001 },
      { type: "total" as const, amount: -1 },
    ];
    const { create } = cartKeeper({
      log: (entry) => log.push(entry),
      evaluate: async (...asked) =>
        ({ ...((await estimate(...asked)) as object), totals }) as never,
    });
    expect(cartIn(await create()).totals).toEqual(totals);
    expect(log.map(String)).toEqual([
      "CartError: totals_invalid: total_negative at $.totals[2].amount",
    ]);
  });

  it("may leave out totals that are not known yet (§2.7)", async () => {
    const { create } = cartKeeper({
      evaluate: async (...asked) =>
        ({ ...((await estimate(...asked)) as object), totals: [] }) as never,
    });
    expect(cartIn(await create()).totals).toEqual([]);
  });

  it("keeps no cart that its platform could not be answered with", async () => {
    const { carts } = cartKeeper();
    const refusing: CallContext = {
      ...SHOPPER,
      present() {
        throw new Error("not valid");
      },
    };
    await expect(carts.handlers.createCart(TWO, refusing)).rejects.toThrow("not valid");
    expect(await carts.latest(1)).toEqual([]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("gives no time of %d", (cartMs) => {
    expect(() => cartKeeper({ cartMs })).toThrow(RangeError);
  });
});
