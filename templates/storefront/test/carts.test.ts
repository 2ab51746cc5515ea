/** Carts (§2.7): whose they are, several who change one at once, and what is left of one that is over. */

import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import { describe, expect, it } from "vitest";
import { createShopCarts } from "../src/cart/carts.js";
import { createCatalog } from "../src/catalog/index.js";
import type { Cart } from "../src/generated/index.js";
import type { Handlers } from "../src/generated/server.js";
import { randomId } from "../src/new-id.js";
import { resource } from "./shop-of-test.js";
import { DATA } from "./data-of-test.js";

type CartHandlers = Pick<Handlers, "createCart" | "getCart" | "updateCart" | "cancelCart">;

const PROFILE = "https://agent.example/profile.json";
const OPEN = { kind: "open" } as const;
const SIGNED = { kind: "signature", issuer: PROFILE, id: "key-1" } as const;
const NOT_FOUND = { messages: [{ code: "not_found", severity: "unrecoverable" }] };

function contextOf(principal: object, profile = PROFILE): CallContext {
  const present = (resource: object): object => resource;
  const platform = { profile, envelope: { name: "proto" } };
  return { platform, principal, present } as unknown as CallContext;
}

function opened(store = createMemoryStorage()): CartHandlers {
  const catalog = createCatalog(DATA);
  const site = "https://shop.example.com";
  const options = { catalog: () => catalog, store, site, newId: randomId, now: Date.now };
  return createShopCarts(options).handlers;
}

function asked(quantity: number) {
  return { line_items: [{ item: { id: "presets" }, quantity }] };
}

async function made(carts: CartHandlers, context: CallContext): Promise<Omit<Cart, "proto">> {
  return resource(await carts.createCart(asked(1), context));
}

describe("a cart", () => {
  it("of a platform that signs is nobody's who only names its profile", async () => {
    const carts = opened();
    const { id } = await made(carts, contextOf(SIGNED));
    const stranger = contextOf(OPEN);
    expect(await carts.getCart({ id }, stranger)).toMatchObject(NOT_FOUND);
    expect(await carts.updateCart({ ...asked(2), id }, stranger)).toMatchObject(NOT_FOUND);
    expect(await carts.cancelCart({ id }, stranger)).toMatchObject(NOT_FOUND);
    expect(await carts.getCart({ id }, contextOf(SIGNED))).toMatchObject({ id });
  });

  it("that was made openly goes on for its platform alone", async () => {
    const carts = opened();
    const { id } = await made(carts, contextOf(OPEN));
    expect(await carts.getCart({ id }, contextOf(SIGNED))).toMatchObject({ id });
    const other = contextOf(OPEN, "https://other.example/profile.json");
    expect(await carts.getCart({ id }, other)).toMatchObject(NOT_FOUND);
  });

  it("that is updated by several at once hears all of them", async () => {
    const carts = opened();
    const context = contextOf(OPEN);
    const { id } = await made(carts, context);
    const answers = await Promise.all(
      [2, 3, 4, 5].map((quantity) => carts.updateCart({ ...asked(quantity), id }, context)),
    );
    expect(answers.map((answer) => resource(answer).line_items[0]?.quantity)).toEqual([2, 3, 4, 5]);
  });

  it("that is updated while it is canceled is canceled for both", async () => {
    const carts = opened();
    const context = contextOf(OPEN);
    const { id } = await made(carts, context);
    const [canceled] = await Promise.all([
      carts.cancelCart({ id }, context),
      carts.updateCart({ ...asked(2), id }, context),
    ]);
    expect(resource(canceled).id).toBe(id);
    expect(await carts.getCart({ id }, context)).toMatchObject(NOT_FOUND);
  });

  it("that others change all the time can be asked for again", async () => {
    const store = createMemoryStorage();
    const { id } = await made(opened(store), contextOf(OPEN));
    const conflict = { kind: "conflict", key: { collection: "cart", key: id } } as const;
    const busy = opened({ ...store, commit: async () => conflict });
    const call = busy.updateCart({ ...asked(2), id }, contextOf(OPEN));
    await expect(call).rejects.toMatchObject({ code: "temporarily_unavailable" });
  });

  it("that is canceled leads nowhere (§3.3)", async () => {
    const carts = opened();
    const context = contextOf(OPEN);
    const { id, continue_url } = await made(carts, context);
    expect(continue_url).toBe(`https://shop.example.com/carts/${id}`);
    expect(resource(await carts.cancelCart({ id }, context))).not.toHaveProperty("continue_url");
  });

  it("of which nothing is sold stays as it was, and says what is wrong at its line", async () => {
    const carts = opened();
    const context = contextOf(OPEN);
    const { id } = await made(carts, context);
    const line_items = [{ item: { id: "no_such_item" }, quantity: 1 }];
    const answer = await carts.updateCart({ line_items, id }, context);
    expect(answer).not.toBeInstanceOf(BusinessOutcome);
    expect(answer).toMatchObject({
      line_items: [{ item: { id: "presets" } }],
      messages: [{ code: "invalid_cart_items", severity: "recoverable" }],
      proto: { status: "error" },
    });
    expect(resource(await carts.getCart({ id }, context)).messages).toEqual([]);
  });
});
