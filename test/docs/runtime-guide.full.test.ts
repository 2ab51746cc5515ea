/** The code of the pages about the runtime compiles and does what the text around it says. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it, vi } from "vitest";
import { CONTEXT } from "../support/checkout-keeper.js";
import { codeBlock, pageDirectory, strictProblems } from "../support/documentation.js";
import { repository } from "../support/published.js";

const { write, writeCode } = pageDirectory("runtime-guide");

function codeOf(page: string, mark: string): string {
  return codeBlock(`docs/guide/${page}.md`, "ts", mark);
}

function instance(): JsonObject {
  const file = path.join(repository, "test/data/instances/checkout.json");
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

describe("the guide to the runtime", () => {
  it("has code that compiles, and validates for a platform with fewer extensions", async () => {
    const file = writeCode("subset.ts", codeOf("negotiation", "subset("));
    expect(strictProblems([file], { types: [] })).toEqual([]);
    const { checkoutFor } = (await import(pathToFileURL(file).href)) as {
      checkoutFor(platformProfile: unknown): { is(value: unknown): boolean } | undefined;
    };
    const capabilities = { "dev.proto.shopping.checkout": [{ version: "2026-11-27" }] };
    const validator = checkoutFor({ proto: { version: "2026-11-27", capabilities } });
    expect(validator?.is({ ...instance(), fulfillment: "unknown to this platform" })).toBe(true);
    expect(validator?.is({ ...instance(), id: 1 })).toBe(false);
  });

  it("has code that compiles, and places one order for each key", async () => {
    write("orders.ts", ORDERS);
    const source = codeOf("idempotency", "idempotent(").replace("shop.db", ":memory:");
    const file = write("idempotency.ts", source);
    // libsql's declarations need Node's.
    expect(strictProblems([file])).toEqual([]);
    const { completeOnce } = (await import(pathToFileURL(file).href)) as {
      completeOnce(...call: [string, string, string, object, AbortSignal]): Promise<Uint8Array>;
    };
    const { signal } = new AbortController();
    const answers = ["k1", "k1", "k2"].map((key) =>
      completeOnce("client", key, "/orders", {}, signal),
    );
    const orders = (await Promise.all(answers)).map((bytes) => new TextDecoder().decode(bytes));
    expect(orders).toEqual(['{"id":1}', '{"id":1}', '{"id":2}']);
  });

  it("has code that compiles, and fetches no profile of an inner host", async () => {
    const file = write("platforms.ts", codeOf("profiles", "guardedFetch("));
    expect(strictProblems([file])).toEqual([]);
    const { platforms } = (await import(pathToFileURL(file).href)) as {
      platforms: { get(url: string, options: { signal: AbortSignal }): Promise<unknown> };
    };
    const { signal } = new AbortController();
    const work = platforms.get("https://127.0.0.1/", { signal });
    await expect(work).rejects.toMatchObject({
      code: "profile_unreachable",
      cause: { code: "ADDRESS_REFUSED" },
    });
  });

  it("has code that compiles, for servers and clients that sign", async () => {
    write("platforms.ts", codeOf("profiles", "guardedFetch("));
    const file = write("signed.ts", codeOf("signatures", "clientSignatures("));
    expect(strictProblems([file])).toEqual([]);
  });

  it("has code that compiles, for whoever sends webhooks and whoever takes them", async () => {
    write("platforms.ts", codeOf("profiles", "guardedFetch("));
    const sender = writeCode("outbox.ts", codeOf("webhooks", "createWebhookSender("));
    const receiver = writeCode("webhook.ts", codeOf("webhooks", "createWebhookReceiver("));
    for (const file of [sender, receiver]) expect(strictProblems([file])).toEqual([]);
  });

  it("has code that compiles, and verifies what it signs", async () => {
    const file = writeCode("signature.ts", codeOf("signatures", "verifyRequest("));
    expect(strictProblems([file])).toEqual([]);
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { verified } = (await import(pathToFileURL(file).href)) as { verified: object };
    log.mockRestore();
    expect(verified).toMatchObject({ covered: ["@method", "@authority", "@path"] });
  });

  it("has code that compiles, and keeps a checkout until it is an order", async () => {
    write("kept-shop.ts", KEPT_SHOP);
    const source = codeOf("checkouts", "createCheckouts(")
      .replace("shop.db", ":memory:")
      .replace("./shop.js", "./kept-shop.js");
    const file = writeCode("checkouts.ts", source);
    // libsql's declarations need Node's.
    expect(strictProblems([file])).toEqual([]);
    const { checkoutHandlers } = (await import(pathToFileURL(file).href)) as {
      checkoutHandlers: Record<
        string,
        (request: object, context: unknown) => Promise<{ id: string }>
      >;
    };
    const { createCheckout, updateCheckout, completeCheckout } = checkoutHandlers;
    const request = { line_items: [{ item: { id: "camera" }, quantity: 1 }], currency: "USD" };
    const made = await createCheckout?.(request, CONTEXT);
    expect(made).toMatchObject({ status: "incomplete", messages: [{ code: "missing" }] });
    const whole = { ...request, id: made?.id, buyer: { email: "ada@example.com" } };
    expect(await updateCheckout?.(whole, CONTEXT)).toMatchObject({ status: "ready_for_complete" });
    const payment = { instruments: [{ id: "card", handler_id: "tokenizer", type: "card" }] };
    expect(await completeCheckout?.({ id: made?.id, payment }, CONTEXT)).toMatchObject({
      status: "completed",
      order: { id: `order-${made?.id}` },
    });
  });

  it("has code that compiles, and keeps a cart until it is canceled", async () => {
    write("cart-shop.ts", CART_SHOP + KEPT_SHOP);
    const source = codeOf("carts", "createCarts(");
    const file = writeCode("carts.ts", source.replace("./shop.js", "./cart-shop.js"));
    expect(strictProblems([file], { types: [] })).toEqual([]);
    const { handlers } = (await import(pathToFileURL(file).href)) as {
      handlers: Record<string, (request: object, context: unknown) => Promise<{ id: string }>>;
    };
    const { createCart, updateCart, getCart, cancelCart } = handlers;
    expect(await createCart?.({ line_items: [] }, CONTEXT)).toMatchObject({
      messages: [{ code: "out_of_stock" }],
    });
    const request = { line_items: [{ item: { id: "camera" }, quantity: 2 }] };
    const { id } = (await createCart?.(request, CONTEXT)) ?? { id: "" };
    const replaced = await updateCart?.({ id, line_items: [] }, CONTEXT);
    expect(replaced).toMatchObject({ line_items: [{ quantity: 2 }], messages: [{}] });
    await cancelCart?.({ id }, CONTEXT);
    expect(await getCart?.({ id }, CONTEXT)).toMatchObject({ messages: [{ code: "not_found" }] });
  });

  it("has code that compiles, and turns pages and looks up", async () => {
    write("catalog-shop.ts", CATALOG_SHOP);
    const source = codeOf("catalog", "createSearch<Handlers");
    const file = writeCode("catalog.ts", source.replace("./shop.js", "./catalog-shop.js"));
    expect(strictProblems([file], { types: [] })).toEqual([]);
    type Handler = (request: object, context: unknown) => Promise<JsonObject>;
    const { searchCatalog, lookupCatalog } = (await import(pathToFileURL(file).href)) as {
      readonly searchCatalog: Handler;
      readonly lookupCatalog: Handler;
    };
    const first = await searchCatalog({ query: " LENS", pagination: { limit: 2 } }, CONTEXT);
    expect(first).toMatchObject({ products: [{ id: "lens1" }, { id: "lens2" }] });
    const { cursor } = first["pagination"] as { readonly cursor: string };
    expect(await searchCatalog({ query: "lens", pagination: { cursor } }, CONTEXT)).toEqual({
      products: [{ id: "lens3", variants: [{ id: "lens3_a" }] }],
      pagination: { has_next_page: false },
    });
    expect(await lookupCatalog({ ids: ["lens2", "gone"] }, CONTEXT)).toMatchObject({
      products: [{ variants: [{ id: "lens2_a", inputs: [{ id: "lens2", match: "featured" }] }] }],
      messages: [{ code: "not_found", content: "gone" }],
    });
  });

  it("has code that compiles, and takes discounts off", async () => {
    const file = writeCode("discounts.ts", codeOf("discounts", "calculateDiscounts({"));
    expect(strictProblems([file], { types: [] })).toEqual([]);
    const { discounted } = (await import(pathToFileURL(file).href)) as {
      discounted(request: object, lines: readonly object[]): object;
    };
    const lines = [
      { item: { id: "lens", price: 1000 }, quantity: 1 },
      { item: { id: "film", price: 100 }, quantity: 10 },
    ];
    const codes = ["lens5", "SUMMER", "NONE"];
    expect(discounted({ discounts: { codes } }, lines)).toMatchObject({
      discounts: { applied: [{ amount: 50 }, { code: "lens5", amount: 500 }] },
      totals: [{ amount: 2000 }, { type: "discount", amount: 550 }, { amount: 1450 }],
      messages: [{ code: "discount_code_expired" }, { code: "discount_code_invalid" }],
    });
  });

  it("has code that compiles, for whoever asks a checkout what comes next", async () => {
    writeCode("agent.ts", AGENT);
    const file = writeCode("next-action.ts", codeOf("calling-a-business", "nextAction(checkout)"));
    expect(strictProblems([file], { types: [] })).toEqual([]);
    const { goOn } = (await import(pathToFileURL(file).href)) as {
      goOn(checkout: object): unknown;
    };
    expect(goOn({ status: "ready_for_complete" })).toBe("complete");
    const message = { type: "error", code: "missing", content: "Email.", severity: "recoverable" };
    expect(goOn({ status: "incomplete", messages: [message] })).toEqual([message]);
  });

  it("has code that compiles, and gives no credential to whom it does not know", async () => {
    write("participants.ts", PARTICIPANTS);
    const source = codeOf("tokenizer", "createTokenizer(").replace("tokens.db", ":memory:");
    const file = write("tokenizer.ts", source);
    // libsql's declarations need Node's.
    expect(strictProblems([file])).toEqual([]);
    const { tokenizer } = (await import(pathToFileURL(file).href)) as {
      tokenizer: { fetch(request: Request): Promise<Response> };
    };
    const ask = (call: string): Promise<Response> =>
      tokenizer.fetch(
        new Request(`https://tokenizer.example/v1/${call}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: "{}",
        }),
      );
    expect((await ask("tokenize")).status).toBe(401);
    expect((await ask("detokenize")).status).toBe(401);
    expect((await ask("elsewhere")).status).toBe(404);
  });

  it("has code that compiles, and locates a buyer by the header of a proxy", async () => {
    const file = write("location.ts", codeOf("first-business", "geoIp"));
    expect(strictProblems([file])).toEqual([]);
    const { locationOf } = (await import(pathToFileURL(file).href)) as {
      locationOf(context: object | undefined, call: { headers: Headers }): Promise<object>;
    };
    const headers = new Headers({ "cf-ipcountry": "FR" });
    const place = { address_country: "FR" };
    const guessed = { source: "geo_ip", binding: false, place };
    expect(await locationOf(undefined, { headers })).toEqual(guessed);
    const context = { address_country: "JP" };
    expect(await locationOf(context, { headers })).toMatchObject({ place: context });
    expect(await locationOf(undefined, { headers: new Headers() })).toBeUndefined();
  });

  it("has code that compiles, and answers a platform with fewer extensions", async () => {
    const file = writeCode("answer.ts", codeOf("negotiation", "attachEnvelope("));
    expect(strictProblems([file], { types: [] })).toEqual([]);
    const { answer } = (await import(pathToFileURL(file).href)) as {
      answer(platformProfile: unknown, checkout: object): object | undefined;
    };
    const capabilities = { "dev.proto.shopping.checkout": [{ version: "2026-11-27" }] };
    const given = answer({ proto: { version: "2026-11-27", capabilities } }, instance());
    expect(given).not.toHaveProperty("fulfillment");
    expect(given).toMatchObject({
      id: instance()["id"],
      proto: { status: "success", capabilities },
    });
  });
});

/** What the code of the pages imports. */
const ORDERS = `
let orders = 0;
export async function placeOrder(request: object, token: number, lost: AbortSignal) {
  if (lost.aborted || token < 1 || Object.keys(request).length > 0) throw new Error("no order");
  return { id: (orders += 1) };
}
`;

const KEPT_SHOP = `
export const trusted = new Set(["https://agent.example/profile"]);
export function linesOf(asked: readonly { readonly item: { readonly id: string }; readonly quantity: number }[]) {
  return asked.map(({ item, quantity }, at) => ({
    id: \`line_\${at + 1}\`,
    item: { id: item.id, title: item.id, price: 100 },
    quantity,
    totals: [{ type: "subtotal" as const, amount: 100 * quantity }],
  }));
}
export function totalsFor(lines: ReturnType<typeof linesOf>) {
  const amount = lines.reduce((sum, line) => sum + 100 * line.quantity, 0);
  return [
    { type: "subtotal" as const, amount },
    { type: "total" as const, amount },
  ];
}
import type { PaymentProvider, PaymentState } from "@proto-gen/runtime/commerce";
const states = new Map<string, PaymentState>();
async function moved(paymentKey: string, state: PaymentState) {
  states.set(paymentKey, state);
  return { paymentKey, checkoutId: undefined, state };
}
export const provider: PaymentProvider = {
  authorize: ({ paymentKey, amount, payment, signal }) =>
    moved(paymentKey, amount > 0 && payment !== undefined && !signal.aborted ? "authorized" : "declined"),
  capture: (key) => moved(key, "captured"),
  void: (key) => moved(key, "voided"),
  refund: (key) => moved(key, "refunded"),
  async find(paymentKey) {
    const state = states.get(paymentKey);
    return state && { paymentKey, checkoutId: undefined, state };
  },
};
`;

const CART_SHOP = `
import { createMemoryStorage } from "@proto-gen/runtime/storage";
export const store = createMemoryStorage();
`;

const CATALOG_SHOP = `
export interface Row {
  readonly id: string;
  readonly variants: readonly [string];
}
const ROWS: readonly Row[] = ["bag", "lens1", "lens2", "lens3"].map((id) => ({ id, variants: [\`\${id}_a\`] }));
export const database = {
  async search(words: string, { limit, after = "" }: { limit: number; after: string | undefined }) {
    return ROWS.filter(({ id }) => id.startsWith(words) && id > after).slice(0, limit);
  },
  byIds: async (ids: readonly string[]) => ROWS.filter(({ id }) => ids.includes(id)),
};
export function productOf({ id, variants }: Row, shown: readonly string[] = variants) {
  return { id, variants: shown.map((each) => ({ id: each })) };
}
`;

const AGENT = `
import type { Checkout } from "./generated/index.js";
export const complete = (checkout: Checkout) => (checkout.status === "ready_for_complete" ? "complete" : "");
export const open = (url: string | undefined) => url;
export const repair = (_checkout: Checkout, messages: readonly object[]) => messages;
`;

const PARTICIPANTS = `
export const keys: Readonly<Record<string, Uint8Array>> = { "2026-11": new Uint8Array(32).fill(1) };
export function participantNamed(accessToken: string): { readonly id: string } | undefined {
  return accessToken === "participant_1" ? { id: "business" } : undefined;
}
`;
