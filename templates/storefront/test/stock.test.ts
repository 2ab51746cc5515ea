/** What is sold is gone: in memory, and in a database. */

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UNLIMITED, type Article } from "../src/catalog/article.js";
import type { ShopOptions } from "../src/shop.js";
import type { PaymentRequest } from "../src/payment/payment-provider.js";
import { createSandbox } from "../src/payment/sandbox.js";
import { createStock } from "../src/stock/stock.js";
import { pay } from "./bought.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";
import { DATA } from "./data-of-test.js";

const ARTICLES: readonly Article[] = [
  article("tripod", 6),
  article("last", 1),
  article("book", UNLIMITED),
];

function article(id: string, stock: number): Article {
  return {
    id: `product_${id}`,
    handle: `the-${id}`,
    title: id,
    description: id,
    categories: [],
    tags: [],
    media: [],
    digital: true,
    variants: [{ id, sku: id.toUpperCase(), price: 1_000, stock }],
  };
}

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function folder(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "storefront-"));
  closing.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function openWith(options: Partial<ShopOptions>): Promise<TestShop> {
  const open = await openTestShop({}, { articles: ARTICLES, reviewFrom: Infinity, ...options });
  closing.push(() => open.close());
  return open;
}

const TOKEN = { type: "token", token: "tok_ok" };

function fail(): never {
  throw new Error("given up");
}

function request(id: string, quantity = 1) {
  const line_items = [{ item: { id }, quantity }];
  return { currency: "USD", line_items, buyer: { email: "ada@example.com" } };
}

describe.each<readonly [string, () => Partial<ShopOptions>]>([
  ["in memory", () => ({})],
  ["in a database", () => ({ directory: folder() })],
])("what is sold, %s", (_, options) => {
  let open: TestShop;
  beforeEach(async () => {
    open = await openWith(options());
  });

  async function made(id: string, quantity = 1) {
    return resource(await open.client.createCheckout(request(id, quantity)));
  }

  function paid(id: string, token = "tok_ok") {
    const card = { id: "card_1", handler_id: "tokenizer", type: "card" };
    const instruments = [{ ...card, credential: { ...TOKEN, token } }];
    return open.client.completeCheckout({ id, payment: { instruments } }).then(resource);
  }

  async function available(id: string): Promise<boolean | undefined> {
    const { products } = resource(await open.client.lookupCatalog({ ids: [id] }));
    return products[0]?.variants?.[0]?.availability?.available;
  }

  it("is sold once: of six, three twice", async () => {
    for (const times of [1, 2]) {
      const { id } = await made("tripod", 3);
      expect([times, (await paid(id)).status]).toEqual([times, "completed"]);
    }
    const outcome = await open.client.createCheckout(request("tripod", 3));
    expect(outcome).toMatchObject({ messages: [{ code: "out_of_stock" }] });
    const cart = await open.client.createCart(request("tripod"));
    expect(cart).toMatchObject({ messages: [{ code: "out_of_stock" }] });
  });

  it("is said to be gone in the catalog", async () => {
    expect(await available("last")).toBe(true);
    await pay(open.client, await made("last"));
    expect(await available("last")).toBe(false);
    const filters = { available: true };
    const { products } = resource(await open.client.searchCatalog({ query: "last", filters }));
    expect(products).toEqual([]);
  });

  it("was there while others looked: their line says that it is gone", async () => {
    const [first, second] = [await made("last"), await made("last")];
    await paid(first.id);
    const late = await paid(second.id);
    expect(late.order).toBeUndefined();
    expect(late.messages).toMatchObject([
      { code: "out_of_stock", severity: "recoverable", path: "$.line_items[0].item.id" },
    ]);
    expect(open.sandbox.charges.size).toBe(1);
  });

  it("goes to one of several who pay at once, and the others are not charged", async () => {
    const checkouts = await Promise.all([1, 2, 3, 4].map(() => made("last")));
    const ends = await Promise.all(checkouts.map(({ id }) => paid(id)));
    const won = ends.filter(({ status }) => status === "completed");
    expect(won).toHaveLength(1);
    for (const { status, messages } of ends.filter((each) => !won.includes(each))) {
      expect(status).not.toBe("completed");
      expect(messages).toMatchObject([
        { code: "out_of_stock", severity: "recoverable", path: "$.line_items[0].item.id" },
      ]);
    }
    expect(open.sandbox.charges.size).toBe(1);
  });

  it("is there again where the payment is declined", async () => {
    const { id } = await made("last");
    expect((await paid(id, "tok_declined")).status).toBe("ready_for_complete");
    expect(await available("last")).toBe(true);
    expect((await paid(id)).status).toBe("completed");
  });

  it("is there again where nobody knows how the payment ended", async () => {
    const { id } = await made("last");
    await paid(id, "tok_error").catch(() => undefined);
    await open.shop.housekeep();
    for (let tries = 0; tries < 50 && !(await available("last")); tries += 1) await pause(20);
    expect(await available("last")).toBe(true);
    expect(open.sandbox.charges.size).toBe(0);
  });

  it("is never used up where it is only copied", async () => {
    for (const quantity of [10_000, 10_000])
      expect((await paid((await made("book", quantity)).id)).status).toBe("completed");
    expect(await available("book")).toBe(true);
  });

  it("is gone also where the buyer finishes on the shop's page", async () => {
    const other = await made("last");
    await paid(other.id);
    const checkout = await open.shop.checkouts.get(other.id);
    const placed = await open.shop.place({ ...checkout, id: "another" }, "key");
    expect(placed).toMatchObject({ kind: "declined", messages: [{ code: "out_of_stock" }] });
    expect(open.sandbox.charges.size).toBe(1);
  });
});

describe("a shop that starts again", () => {
  it("remembers what it has sold", async () => {
    const directory = folder();
    const open = await openWith({ directory });
    await pay(open.client, resource(await open.client.createCheckout(request("last"))));
    await closing.pop()?.();
    const again = await openWith({ directory });
    const outcome = await again.client.createCheckout(request("last"));
    expect(outcome).toMatchObject({ messages: [{ code: "out_of_stock" }] });
  });
});

describe("a process that dies while it pays", () => {
  it("has what it took given back by another one", async () => {
    const directory = folder();
    const hanging = createSandbox();
    const payments = {
      ...hanging,
      authorize: ({ signal }: PaymentRequest) => once(signal, "abort").then(fail),
    };
    const dying = await openWith({ directory, payments, checkouts: { completionMs: 2_000 } });
    const { id } = resource(await dying.client.createCheckout(request("last")));
    const instruments = [
      { id: "card_1", handler_id: "tokenizer", type: "card", credential: TOKEN },
    ];
    const paying = dying.client.completeCheckout({ id, payment: { instruments } });
    const available = async ({ shop }: TestShop) =>
      (await shop.stock.catalog()).itemOf("last")?.stock;
    await expect.poll(() => available(dying)).toBe(0);
    const other = await openWith({ directory, now: () => Date.now() + 60_000 });
    expect(await available(other)).toBe(0);
    await other.shop.housekeep();
    await expect.poll(() => available(other)).toBe(1);
    await paying.catch(() => undefined);
  });
});

describe("stock", () => {
  const lines = [{ item: { id: "last" }, quantity: 1 }];
  const stockOf = (store: Storage) =>
    createStock({ data: { ...DATA, articles: ARTICLES }, store, now: Date.now });

  it("is not taken for a payment that was given up before", async () => {
    const stock = stockOf(createMemoryStorage());
    await stock.release("key");
    expect(await stock.take("key", lines)).toEqual({ kind: "released" });
    expect((await stock.catalog()).itemOf("last")?.stock).toBe(1);
  });

  it.each([
    ["giveBack", "giveBack", 0],
    ["release", "release", 1],
    ["giveBack", "release", 1],
  ] as const)("is given back once, by %s and %s", async (one, other, marks) => {
    const store = createMemoryStorage();
    const stock = stockOf(store);
    await stock.take("key", lines);
    expect((await stock.catalog()).itemOf("last")?.stock).toBe(0);
    await Promise.all([stock[one]("key"), stock[other]("key")]);
    await stock[other]("key");
    expect((await stock.catalog()).itemOf("last")?.stock).toBe(1);
    // A platform whose payments are declined leaves nothing behind.
    expect(await store.scan("taking", { limit: 10 })).toHaveLength(marks);
  });

  it("is taken of all lines or of none, and of one item in several lines together", async () => {
    const stock = stockOf(createMemoryStorage());
    const both = [
      { item: { id: "tripod" }, quantity: 4 },
      { item: { id: "tripod" }, quantity: 3 },
      ...lines,
    ];
    expect(await stock.take("one", both)).toEqual({ kind: "missing", indexes: [1] });
    const catalog = await stock.catalog();
    expect(catalog.itemOf("tripod")?.stock).toBe(6);
    expect(catalog.itemOf("last")?.stock).toBe(1);
  });

  it("sees what another process has taken", async () => {
    const store = createMemoryStorage();
    const [one, other] = [stockOf(store), stockOf(store)];
    expect((await other.catalog()).itemOf("last")?.stock).toBe(1);
    expect(await one.take("key", lines)).toEqual({ kind: "taken" });
    expect((await other.catalog()).itemOf("last")?.stock).toBe(0);
  });

  it("sees a commit that others have overtaken", async () => {
    const store = createMemoryStorage();
    let isCommitted = false;
    const seen: Storage = {
      ...store,
      scan: async <Value>(...asked: Parameters<Storage["scan"]>) =>
        (await store.scan<Value>(...asked)).filter(({ key }) => isCommitted || key !== "last"),
    };
    await stockOf(store).take("slow", lines);
    await stockOf(store).take("fast", [{ item: { id: "tripod" }, quantity: 1 }]);
    const stock = stockOf(seen);
    expect((await stock.catalog()).itemOf("last")?.stock).toBe(1);
    isCommitted = true;
    expect((await stock.catalog()).itemOf("last")?.stock).toBe(0);
  });
});
