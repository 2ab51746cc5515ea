/** Protocol errors, business outcomes (§7), carts (§4.3), headers and idempotency (§4.8). */

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Purchase } from "./fixture.js";
import { business, expectCharges, needs, shopping } from "./opening.js";
import { codes, errors, lasting, there, total, warnings, type Body } from "./shapes.js";
import { callTool, metaOf, overMcp } from "./speak-mcp.js";
import { newKey, overRest, restHeaders, send, TRANSPORTS, without, type Answer } from "./speak.js";
import {
  basket,
  BUYER,
  kept,
  pay,
  readyDownload,
  readyShipped,
  shippingTo,
  shopper,
  UTAH,
} from "./steps.js";

const HOUR = 3_600_000;
const ANY_STRING: unknown = expect.any(String);
const TEXT: unknown = expect.stringMatching(/\S/);
const STACK = /\bat .*\.[jt]s:\d+|node_modules|\/src\//;
const TOOL_NAMES = [
  "get_checkout",
  "update_checkout",
  "complete_checkout",
  "cancel_checkout",
] as const;

/** Ids that nobody gave out, some of them chosen to hurt. */
const STRANGE_IDS = [
  "no-such-id",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "' OR 1=1 --",
  "%00",
  "a".repeat(2_000),
  "💥",
];

/** §7.1: an HTTP status with code and content, or a JSON-RPC error with both in `data`. */
function expectRefused(answer: Answer, status?: number): void {
  expect(answer.refused).toMatchObject({ code: TEXT, content: TEXT });
  expect(answer.text).not.toMatch(STACK);
  if (answer.rpc !== undefined) expect([-32000, -32001]).toContain(answer.rpc);
  else if (status !== undefined) expect(answer.status).toBe(status);
}

/** §7.2: an envelope that says error, messages, a way on, and no resource. */
function expectNoResource(answer: Answer, code: string): void {
  expect(answer.refused).toBeUndefined();
  expect(answer.status).toBe(200);
  expect(answer.body.proto).toMatchObject({ status: "error", version: ANY_STRING });
  expect(answer.body.continue_url).toMatch(/^https:\/\//);
  expect(answer.body.id).toBeUndefined();
  expect(answer.body.line_items).toBeUndefined();
  expect(errors(answer.body)).toContainEqual(
    expect.objectContaining({ code, severity: "unrecoverable", content: ANY_STRING }),
  );
}

/** A REST call that creates a checkout, or would, with other headers or another body. */
function posted(to: Purchase, headers: Record<string, string>, body: string | Buffer) {
  return send(`${to.rest}/checkout-sessions`, { method: "POST", headers, body });
}

/** What a tool sends beside the id. */
function payloadOf(tool: (typeof TOOL_NAMES)[number], update: object): object | undefined {
  if (tool === "update_checkout") return update;
  return tool === "complete_checkout" ? pay() : undefined;
}

/** The same JSON value, with the members of each object the other way round. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, reordered(each)] as const);
  return Object.fromEntries(entries.reverse());
}

const CREATE = JSON.stringify(basket("presets"));

describe.each(TRANSPORTS)("business outcomes (§7.2) over %s", (_, speak) => {
  it.each([
    ["out of stock", basket("film_snap"), "out_of_stock"],
    ["unknown", basket("no-such-item"), "item_unavailable"],
    ["out of stock or unknown", basket("film_snap", "no-such-item"), "out_of_stock"],
  ])("§4.5: when all items are %s nothing is created", async (_why, payload, code) => {
    const by = await shopping(speak);
    expectNoResource(await by.ask("create_checkout", { payload }), code);
  });

  it.each([
    ["out_of_stock", basket("film_snap"), basket("film_snap", "presets")],
    [
      "item_unavailable",
      basket("no-such-item"),
      { ...basket("developer"), fulfillment: shippingTo(UTAH) },
    ],
  ])(
    "§7.2, §3.2: %s is unrecoverable where nothing is created, and recoverable where the checkout survives",
    async (code, nothing, something) => {
      if (code === "item_unavailable") needs("sale limits");
      const by = await shopping(speak);
      expectNoResource(await by.ask("create_checkout", { payload: nothing }), code);
      const body = await by.create({ ...something, buyer: BUYER });
      expect(errors(body)).toContainEqual(
        expect.objectContaining({ code, severity: "recoverable" }),
      );
      expect(body.status).toBe("incomplete");
    },
  );

  it("§2.3: a refused creation names the items, as far as there are few", async () => {
    const by = await shopping(speak);
    const many = Array.from({ length: 9 }, (_each, at) => `no-such-item-${at}`);
    const { body } = await by.ask("create_checkout", { payload: basket(...many) });
    const [{ content } = { content: "" }] = errors(body);
    for (const few of many.slice(0, 2)) expect(content).toContain(few);
    expect(content).not.toContain("no-such-item-8");
  });

  it("§4.3: when all items are out of stock no cart is created", async () => {
    const by = await shopping(speak);
    const payload = { line_items: basket("film_snap").line_items };
    expectNoResource(await by.ask("create_cart", { payload }), "out_of_stock");
  });

  it.each(["get_cart", "update_cart", "cancel_cart"] as const)(
    "§4.3: %s of a missing cart is not_found",
    async (tool) => {
      const by = await shopping(speak);
      const payload =
        tool === "update_cart" ? { line_items: basket("presets").line_items } : undefined;
      expectNoResource(await by.ask(tool, { id: "no-such-cart", payload }), "not_found");
    },
  );

  it("an unknown item among others is invalid_cart_items, recoverable, with the path of its line", async () => {
    const body = await (await shopping(speak)).create(basket("presets", "no-such-item"));
    const content: unknown = expect.stringContaining("no-such-item");
    const path = "$.line_items[1].item.id";
    expect(errors(body)).toContainEqual(
      expect.objectContaining({
        code: "invalid_cart_items",
        severity: "recoverable",
        content,
        path,
      }),
    );
    expect(body.status).toBe("incomplete");
  });

  it("invalid_phone is recoverable", async () => {
    const by = await shopping(speak);
    const buyer = { ...BUYER, phone_number: "555-HELLO" };
    const body = await by.create({ ...basket("presets"), buyer });
    expect(errors(body)).toContainEqual(
      expect.objectContaining({ code: "invalid_phone", severity: "recoverable" }),
    );
  });

  it("quantity_adjusted is a warning with a path", async () => {
    const body = await (await shopping(speak)).create(basket(["power", 11]));
    const path: unknown = expect.stringContaining("$.line_items[0]");
    expect(warnings(body)).toContainEqual(
      expect.objectContaining({ code: "quantity_adjusted", path, content: ANY_STRING }),
    );
    expect(body.line_items[0]?.quantity).toBe(10);
  });

  it("severity is for errors: schedule_delivery and high_value_order have theirs", async () => {
    const by = await shopping(speak);
    const appointment = await by.create(basket("cabinet"));
    const costly = await by.create(basket("sideboard"));
    expect(errors(appointment)).toContainEqual(
      expect.objectContaining({ code: "schedule_delivery", severity: "requires_buyer_input" }),
    );
    expect(errors(costly)).toContainEqual(
      expect.objectContaining({ code: "high_value_order", severity: "requires_buyer_review" }),
    );
  });

  it("§2.3: context alone is a signal: the item is warned of and not refused", async () => {
    needs("sale limits");
    const by = await shopping(speak);
    const context = { address_country: "US", address_region: "UT" };
    const payload = { line_items: basket("developer").line_items, context };
    const { body } = await by.ask("create_cart", { payload });
    expect(codes(warnings(body))).toContain("item_unavailable");
    expect(codes(errors(body))).not.toContain("item_unavailable");
  });

  it("an unknown discount code takes nothing off, and is no protocol error", async () => {
    const by = await shopping(speak);
    const body = await by.create({ ...basket("presets"), discounts: { codes: ["NO-SUCH-CODE"] } });
    expect(total(body, "total")).toBe(2900);
  });
});

describe.each(TRANSPORTS)("carts (§4.3) over %s", (_, speak) => {
  const payload = { line_items: basket(["tabletop", 2]).line_items };

  it("a cart that is created has an id, line items, currency and estimated totals", async () => {
    const { body, status } = await (await shopping(speak)).ask("create_cart", { payload });
    if (speak === overRest) expect(status).toBe(201);
    expect(body).toMatchObject({ id: ANY_STRING, currency: "USD" });
    expect(body.line_items[0]).toMatchObject({ id: ANY_STRING, quantity: 2 });
    expect(total(body, "subtotal")).toBe(5800);
    expect(body.proto.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("a cart is read as it was created", async () => {
    const by = await shopping(speak);
    const { body } = await by.ask("create_cart", { payload });
    const read = await by.ask("get_cart", { id: body.id });
    expect(read.status).toBe(200);
    expect(lasting(read.body)).toEqual(lasting(body));
  });

  it("an update is a full replacement", async () => {
    const by = await shopping(speak);
    const { body } = await by.ask("create_cart", { payload: { ...payload, buyer: BUYER } });
    const replaced = { line_items: basket("presets").line_items };
    const updated = await by.ask("update_cart", { id: body.id, payload: replaced });
    expect(updated.status).toBe(200);
    expect(updated.body.line_items.map(({ item }) => item.id)).toEqual(["presets"]);
    expect(updated.body.buyer?.["email"]).toBeUndefined();
  });

  it("a cart can be canceled, and is answered", async () => {
    const by = await shopping(speak);
    const { body } = await by.ask("create_cart", { payload });
    const canceled = await by.ask("cancel_cart", { id: body.id });
    expect(canceled.status).toBe(200);
    expect(canceled.body.id).toBe(body.id);
  });

  it("an expired cart is not_found", async () => {
    needs("clock");
    const open = await business();
    const by = shopper(open, speak);
    const { body } = await by.ask("create_cart", { payload });
    expect((await by.ask("get_cart", { id: body.id })).body.id).toBe(body.id);
    open.advance(365 * 24 * HOUR);
    expectNoResource(await by.ask("get_cart", { id: body.id }), "not_found");
  });

  it.each([[{}], [{ line_items: "presets" }], [{ line_items: [{ item: {}, quantity: 1 }] }]])(
    "a cart of another shape is refused: %j",
    async (wrong) => {
      const by = await shopping(speak);
      expectRefused(await by.ask("create_cart", { payload: wrong }), 400);
    },
  );
});

describe.each(TRANSPORTS)("protocol errors (§7.1) over %s", (_, speak) => {
  it.each(TOOL_NAMES)("404: %s of an unknown checkout is not_found", async (tool) => {
    const by = await shopping(speak);
    const payload = payloadOf(tool, { ...basket("presets"), buyer: BUYER });
    const answer = await by.ask(tool, { id: "no-such-checkout", payload });
    expectRefused(answer, 404);
    expect(answer.refused?.code).toBe("not_found");
  });

  it.each(STRANGE_IDS)("404: an id that nobody gave out is not found: %j", async (id) => {
    const by = await shopping(speak);
    const answer = await by.ask("get_checkout", { id });
    expectRefused(answer);
    if (answer.rpc === undefined) expect([400, 404, 414]).toContain(answer.status);
  });

  it.each([
    ["no line_items", { currency: "USD" }],
    ["no currency", { line_items: basket("presets").line_items }],
    ["line_items of another type", { ...basket("presets"), line_items: { 0: "presets" } }],
    ["a line without item", { ...basket("presets"), line_items: [{ quantity: 1 }] }],
    [
      "a line without quantity",
      { ...basket("presets"), line_items: [{ item: { id: "presets" } }] },
    ],
    ["a quantity that is no number", basket(["presets", "2" as unknown as number])],
    ["a quantity that is no integer", basket(["presets", 1.5])],
    ["an item id that is no string", basket([7 as unknown as string, 1])],
    ["a buyer of another type", { ...basket("presets"), buyer: "Ada" }],
    ["an email of another type", { ...basket("presets"), buyer: { email: ["a@b.example"] } }],
  ])("400: a checkout with %s is refused", async (_why, payload) => {
    const by = await shopping(speak);
    expectRefused(await by.ask("create_checkout", { payload }), 400);
  });

  it.each([
    ["no payment", {}],
    ["a payment of another type", { payment: "tok_ok" }],
    ["no instruments", { payment: {} }],
    ["instruments of another type", { payment: { instruments: "card" } }],
  ])("400: a completion with %s is refused, and charges nothing", async (_why, payload) => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    expectRefused(await by.ask("complete_checkout", { id, payload }), 400);
    expectCharges(open, id, 0);
    expect((await by.read(id)).status).toBe("ready_for_complete");
  });

  it("a negative quantity buys nothing", async () => {
    const answer = await (
      await shopping(speak)
    ).ask("create_checkout", { payload: { ...basket(["presets", -5]), buyer: BUYER } });
    expect(answer.refused?.code).not.toBe("internal_error");
    expect(answer.body.status).not.toBe("ready_for_complete");
  });

  it("a quantity beyond safe integers is no ready checkout", async () => {
    const payload = { ...basket(["presets", Number.MAX_SAFE_INTEGER]), buyer: BUYER };
    const answer = await (await shopping(speak)).ask("create_checkout", { payload });
    expect(answer.refused?.code).not.toBe("internal_error");
    expect(answer.body.status).not.toBe("ready_for_complete");
  });

  it("an error does not harm who comes after it", async () => {
    const by = await shopping(speak);
    const hostile = JSON.parse('{"__proto__": {"status": "completed"}}') as object;
    await by.ask("create_checkout", { payload: hostile });
    await by.ask("get_checkout", { id: "__proto__" });
    expect((await readyDownload(by)).status).toBe("ready_for_complete");
    expect(({} as Partial<Body>).status).toBeUndefined();
  });
});

describe.each(TRANSPORTS)("two platforms over %s", (_, speak) => {
  it.each(TOOL_NAMES)("%s does not reach the other platform's checkout", async (tool) => {
    const open = await business();
    const mine = shopper(open, speak);
    const other = shopper(open, speak, open.otherPlatform);
    const body = await readyDownload(mine);
    const update = { ...kept(body), buyer: { email: "thief@buyer.example" } };
    const payload = payloadOf(tool, update);
    const answer = await other.ask(tool, { id: body.id, payload });
    expect(answer.refused).toBeDefined();
    if (answer.rpc === undefined) expect([403, 404]).toContain(answer.status);
    expect(answer.text).not.toContain(BUYER.email);
    expect(lasting(await mine.read(body.id))).toEqual(lasting(body));
    expectCharges(open, body.id, 0);
  });

  it.each(["get_cart", "update_cart", "cancel_cart"] as const)(
    "%s does not find the other platform's cart",
    async (tool) => {
      const open = await business();
      const mine = shopper(open, speak);
      const { line_items } = basket("presets");
      const { body } = await mine.ask("create_cart", { payload: { line_items, buyer: BUYER } });
      const other = shopper(open, speak, open.otherPlatform);
      const payload = tool === "update_cart" ? { line_items } : undefined;
      const answer = await other.ask(tool, { id: body.id, payload });
      expectNoResource(answer, "not_found");
      expect(answer.text).not.toContain(BUYER.email);
      const { body: read } = await mine.ask("get_cart", { id: body.id });
      expect(lasting(read)).toEqual(lasting(body));
    },
  );

  it("§8: an idempotency key is of its client: another's is not answered with it", async () => {
    const open = await business();
    const key = randomUUID();
    const payload = { ...basket("presets"), buyer: BUYER };
    const mine = await shopper(open, speak).ask("create_checkout", { payload, key });
    const theirs = await shopper(open, speak, open.otherPlatform).ask("create_checkout", {
      payload,
      key,
    });
    expect(theirs.refused).toBeUndefined();
    expect(theirs.body.id).toEqual(ANY_STRING);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });
});

describe.each(TRANSPORTS)("idempotency (§4.8) over %s", (_, speak) => {
  it("the cached result is returned for a duplicate: one completion, one charge", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyShipped(by);
    const ask = { id, key: randomUUID(), payload: pay() };
    const first = await by.ask("complete_checkout", ask);
    const second = await by.ask("complete_checkout", ask);
    expect(first.body.status).toBe("completed");
    expect(second.status).toBe(first.status);
    expect(second.body).toEqual(first.body);
    expectCharges(open, id, 1);
  });

  it("the cached result of create is the same checkout", async () => {
    const by = await shopping(speak);
    const ask = { key: randomUUID(), payload: basket("presets") };
    const first = await by.ask("create_checkout", ask);
    const second = await by.ask("create_checkout", ask);
    expect(second.status).toBe(first.status);
    expect(second.body).toEqual(first.body);
  });

  it("the cached result is what was answered then, not what is now", async () => {
    const by = await shopping(speak);
    const ask = { key: randomUUID(), payload: { ...basket("presets"), buyer: BUYER } };
    const first = await by.ask("create_checkout", ask);
    await by.cancel(first.body.id);
    expect((await by.ask("create_checkout", ask)).body.status).toBe("ready_for_complete");
  });

  it("a key is stored for at least 24 hours", async () => {
    needs("clock");
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const ask = { id, key: randomUUID(), payload: pay() };
    const first = await by.ask("complete_checkout", ask);
    open.advance(24 * HOUR - 60_000);
    expect((await by.ask("complete_checkout", ask)).body).toEqual(first.body);
    expectCharges(open, id, 1);
  });

  it("409: a key reused with different parameters is refused", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const key = randomUUID();
    await by.ask("complete_checkout", { id, key, payload: pay("tok_declined") });
    expectRefused(await by.ask("complete_checkout", { id, key, payload: pay("tok_ok") }), 409);
    expectCharges(open, id, 0);
    expect((await by.read(id)).status).not.toBe("completed");
  });

  it("a duplicate whose members are in another order is answered alike", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const key = randomUUID();
    const first = await by.ask("complete_checkout", { id, key, payload: pay() });
    const payload = reordered(pay()) as ReturnType<typeof pay>;
    expect(JSON.stringify(payload)).not.toBe(JSON.stringify(pay()));
    expect((await by.ask("complete_checkout", { id, key, payload })).body).toEqual(first.body);
    expectCharges(open, id, 1);
  });

  it("409: a key reused for another checkout is refused", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const [one, two] = [await readyDownload(by), await readyDownload(by)];
    const key = randomUUID();
    await by.ask("complete_checkout", { id: one.id, key, payload: pay() });
    expectRefused(await by.ask("complete_checkout", { id: two.id, key, payload: pay() }), 409);
    expectCharges(open, two.id, 0);
  });

  it("a duplicate beside the first charges once, and is answered alike or 409", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const ask = { id, key: randomUUID(), payload: pay("tok_slow") };
    const all = await Promise.all([1, 2, 3].map(() => by.ask("complete_checkout", ask)));
    const done = all.filter(({ refused }) => refused === undefined);
    expect(done.length).toBeGreaterThanOrEqual(1);
    for (const each of done) expect(each.body).toEqual(done[0]?.body);
    for (const each of all.filter(({ refused }) => refused)) expectRefused(each, 409);
    expectCharges(open, id, 1);
  });

  it("a request that was refused for its shape stores nothing under its key", async () => {
    const by = await shopping(speak);
    const key = randomUUID();
    expectRefused(await by.ask("create_checkout", { key, payload: { currency: "USD" } }), 400);
    const answer = await by.ask("create_checkout", { key, payload: basket("presets") });
    expect(answer.body.id).toEqual(ANY_STRING);
  });

  it("a cancellation is answered alike when it is sent again, and is no error", async () => {
    const by = await shopping(speak);
    const { id } = await readyDownload(by);
    const ask = { id, key: randomUUID() };
    const first = await by.ask("cancel_checkout", ask);
    const second = await by.ask("cancel_checkout", ask);
    expect(second.body).toEqual(first.body);
    expect(errors(second.body)).toEqual([]);
  });
});

describe("REST statuses and headers (§4.8, §7)", () => {
  it("201: created; 200: read, updated, completed, canceled", async () => {
    const by = await shopping(overRest);
    const created = await by.ask("create_checkout", { payload: basket("presets") });
    const { id } = created.body;
    const payload = { ...kept(created.body), buyer: BUYER };
    expect(created.status).toBe(201);
    expect((await by.ask("get_checkout", { id })).status).toBe(200);
    expect((await by.ask("update_checkout", { id, payload })).status).toBe(200);
    expect((await by.ask("complete_checkout", { id, payload: pay() })).status).toBe(200);
    const other = await by.create(basket("presets"));
    expect((await by.ask("cancel_checkout", { id: other.id })).status).toBe(200);
  });

  it.each(["proto-agent", "request-id", "idempotency-key"])("400: %s is required", async (name) => {
    const open = await business();
    expectRefused(await posted(open, without(restHeaders(open.platform), name), CREATE), 400);
  });

  it.each(["proto-agent", "request-id"])("400: %s is required of reads too", async (name) => {
    const open = await business();
    const { id } = await readyDownload(shopper(open, overRest));
    const headers = without(without(restHeaders(open.platform), "idempotency-key"), name);
    expectRefused(await send(`${open.rest}/checkout-sessions/${id}`, { headers }), 400);
  });

  it("an idempotency key on a read is optional, and harmless", async () => {
    const open = await business();
    const { id } = await readyDownload(shopper(open, overRest));
    const answer = await send(`${open.rest}/checkout-sessions/${id}`, {
      headers: without(restHeaders(open.platform), "content-type"),
    });
    expect(answer.body.id).toBe(id);
  });

  it("§4.1: discovery asks for no headers, and answers with the profile", async () => {
    const open = await business();
    const response = await fetch(`${open.url}/.well-known/proto`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      proto: { version: ANY_STRING, services: expect.anything() as unknown },
      signing_keys: expect.any(Array) as unknown,
    });
  });

  it.each([
    ["a URL of another scheme", 'profile="ftp://agent.example/profile.json"'],
    ["no URL", 'profile="agent"'],
    ["an empty URL", 'profile=""'],
  ])("400 invalid_profile_url: an agent header with %s", async (_why, agent) => {
    const open = await business();
    const headers = { ...restHeaders(open.platform), "proto-agent": agent };
    const answer = await posted(open, headers, CREATE);
    expectRefused(answer, 400);
    expect(answer.refused?.code).toBe("invalid_profile_url");
  });

  it.each([
    ["a value that is not quoted", "profile=https://agent.example/profile.json"],
    ["another key", 'agent="https://agent.example/profile.json"'],
    ["no dictionary", '"'],
  ])("400: an agent header with %s is refused", async (_why, agent) => {
    const open = await business();
    const headers = { ...restHeaders(open.platform), "proto-agent": agent };
    expectRefused(await posted(open, headers, CREATE), 400);
  });

  it("424 profile_unreachable: a profile that cannot be fetched", async () => {
    const open = await business();
    const answer = await posted(open, restHeaders("https://127.0.0.1:9/profile.json"), CREATE);
    expectRefused(answer, 424);
    expect(answer.refused?.code).toBe("profile_unreachable");
  });

  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["an array", "[]"],
    ["null", "null"],
    ["a string", '"checkout"'],
    ["a number", "1e400"],
    ["a hundred thousand brackets", "[".repeat(100_000)],
  ])("400: a body of %s is refused", async (_why, body) => {
    const open = await business();
    expectRefused(await posted(open, restHeaders(open.platform), body), 400);
  });

  it("400: a body that is not UTF-8 is refused", async () => {
    const open = await business();
    const bytes = Buffer.concat([
      Buffer.from(CREATE.slice(0, -1)),
      Buffer.from([0xff, 0xfe, 0x7d]),
    ]);
    expectRefused(await posted(open, restHeaders(open.platform), bytes), 400);
  });

  it("415 or 400: a body of another type is refused", async () => {
    const open = await business();
    const headers = { ...restHeaders(open.platform), "content-type": "text/html" };
    const answer = await posted(open, headers, CREATE);
    expectRefused(answer);
    expect([400, 415]).toContain(answer.status);
  });

  it("404: an unknown path is refused, with code and content", async () => {
    const open = await business();
    const headers = without(restHeaders(open.platform), "content-type");
    expectRefused(await send(`${open.rest}/no-such-thing`, { headers }), 404);
  });

  it("a method that a path does not have is refused, with code and content", async () => {
    const open = await business();
    const headers = restHeaders(open.platform);
    const answer = await send(`${open.rest}/checkout-sessions`, { method: "DELETE", headers });
    expectRefused(answer);
    expect([400, 404, 405]).toContain(answer.status);
  });

  it("a duplicate is answered byte for byte", async () => {
    const open = await business();
    const key = newKey();
    const first = await posted(open, restHeaders(open.platform, key), CREATE);
    const second = await posted(open, restHeaders(open.platform, key), CREATE);
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
  });

  it("§7: duplicates produce the cached response, whatever their Request-Id", async () => {
    const open = await business();
    const by = shopper(open, overRest);
    const { id } = await readyDownload(by);
    const headers = restHeaders(open.platform);
    const url = `${open.rest}/checkout-sessions/${id}/complete`;
    const again = { ...headers, "request-id": randomUUID() };
    const body = JSON.stringify(pay());
    const first = await send(url, { method: "POST", headers, body });
    const second = await send(url, { method: "POST", headers: again, body });
    expect(second.text).toBe(first.text);
    expectCharges(open, id, 1);
  });
});

describe("signature errors (§5.4, §7)", () => {
  const input = 'sig1=("@method" "@authority" "@path");keyid="no-such-key"';
  const signature = `sig1=:${Buffer.alloc(64, 1).toString("base64")}:`;

  it("401 key_not_found: kid is not in the signer's signing_keys", async () => {
    const open = await business();
    const headers = { ...restHeaders(open.platform), "signature-input": input, signature };
    const answer = await posted(open, headers, CREATE);
    expectRefused(answer, 401);
    expect(answer.refused?.code).toBe("key_not_found");
  });

  it.each([
    ["signature-input", input],
    ["signature", signature],
  ])("401 signature_missing: %s stands alone", async (name, value) => {
    const open = await business();
    const answer = await posted(open, { ...restHeaders(open.platform), [name]: value }, CREATE);
    expectRefused(answer, 401);
    expect(answer.refused?.code).toBe("signature_missing");
    expect(Object.keys(answer.body).sort()).toEqual(["code", "content"]);
  });
});

describe("catalog errors (§4.4, §7)", () => {
  const lookup = (open: Purchase, ids: unknown): Promise<Answer> =>
    send(`${open.rest}/catalog/lookup`, {
      method: "POST",
      headers: restHeaders(open.platform),
      body: JSON.stringify({ ids }),
    });

  it("400 request_too_large: a batch over the limit", async () => {
    const answer = await lookup(
      await business(),
      Array.from({ length: 10_000 }, (_, at) => `item-${at}`),
    );
    expectRefused(answer, 400);
    expect(answer.refused?.code).toBe("request_too_large");
  });

  it("unknown identifiers yield 200 with fewer products, and info of not_found at most", async () => {
    needs("variants");
    const answer = await lookup(await business(), ["tabletop", "no-such-item"]);
    expect(answer.status).toBe(200);
    expect(answer.body.products).toMatchObject([{ id: "prod_tabletop" }]);
    for (const each of answer.body.messages ?? []) {
      expect(each).toMatchObject({ type: "info", code: "not_found", content: "no-such-item" });
    }
  });

  it("not_found is an info on lookup, and an error on a cart", async () => {
    const open = await business();
    const { body } = await lookup(open, ["tabletop", "no-such-item"]);
    expect(body.messages).toEqual([{ type: "info", code: "not_found", content: "no-such-item" }]);
    for (const [, speak] of TRANSPORTS) {
      const missing = await shopper(open, speak).ask("get_cart", { id: "no-such-cart" });
      expect(missing.body.messages).toMatchObject([
        { type: "error", code: "not_found", severity: "unrecoverable" },
      ]);
    }
  });

  it("all identifiers unknown yields an empty products array", async () => {
    const answer = await lookup(await business(), ["no-such-item", "__proto__"]);
    expect(answer.status).toBe(200);
    expect(answer.body.products).toEqual([]);
  });

  it.each([["tabletop"], [undefined], [[7]]])("400: ids of another shape (%j)", async (ids) => {
    expectRefused(await lookup(await business(), ids), 400);
  });
});

describe("MCP errors (§4.5, §7)", () => {
  it("a result holds structuredContent, and the same JSON serialized as its one text", async () => {
    const open = await business();
    const answer = await callTool(open.mcp, "create_checkout", {
      meta: metaOf(open.platform),
      checkout: basket("presets"),
    });
    const result = there(answer.result, "result");
    expect(Object.keys(result.structuredContent)).toContain("checkout");
    expect(result.content).toHaveLength(1);
    expect(result.content[0]?.type).toBe("text");
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  });

  it("§4.5: when nothing can be created structuredContent has no resource key", async () => {
    const open = await business();
    const answer = await callTool(open.mcp, "create_checkout", {
      meta: metaOf(open.platform),
      checkout: basket("film_snap"),
    });
    const said = there(answer.result, "result").structuredContent;
    expect(said).not.toHaveProperty("checkout");
    expect(said).toMatchObject({
      continue_url: ANY_STRING,
      messages: expect.any(Array) as unknown,
    });
  });

  it("an unknown tool is a JSON-RPC error", async () => {
    const open = await business();
    const answer = await callTool(open.mcp, "no_such_tool", { meta: metaOf(open.platform) });
    expect(answer.error?.code).toBeTypeOf("number");
    expect(answer.result).toBeUndefined();
  });

  it.each(["__proto__", "constructor", "search_catalog"])(
    "a tool that is not of §4.5 is a JSON-RPC error: %s",
    async (name) => {
      const open = await business();
      const answer = await callTool(open.mcp, name, { meta: metaOf(open.platform) });
      expect(answer.error?.code).toBeTypeOf("number");
    },
  );

  it.each<readonly [string, (platform: string, id: string) => object]>([
    ["no meta", (_, id) => ({ id })],
    ["no agent in meta", (_, id) => ({ meta: {}, id })],
    ["no profile in the agent", (_, id) => ({ meta: { "proto-agent": {} }, id })],
    ["no id", (platform) => ({ meta: metaOf(platform) })],
    ["an id of another type", (platform) => ({ meta: metaOf(platform), id: 7 })],
  ])("tool inputs are validated: %s is refused", async (_, args) => {
    const open = await business();
    const { id } = await readyDownload(shopper(open, overMcp));
    const answer = await callTool(open.mcp, "get_checkout", args(open.platform, id));
    expect(answer.error).toMatchObject({ data: { code: TEXT, content: TEXT } });
    expect([-32000, -32001]).toContain(answer.error?.code);
  });

  it.each(["complete_checkout", "cancel_checkout"])(
    "meta.idempotency-key is required of %s, a UUID",
    async (tool) => {
      const open = await business();
      const { id } = await readyDownload(shopper(open, overMcp));
      const more = tool === "complete_checkout" ? { checkout: pay() } : {};
      for (const key of [undefined, "", "twelve"]) {
        const meta = metaOf(open.platform, key);
        const answer = await callTool(open.mcp, tool, { meta, id, ...more });
        expect(answer.error).toMatchObject({ data: { code: TEXT, content: TEXT } });
      }
      expect((await shopper(open, overMcp).read(id)).status).toBe("ready_for_complete");
      expectCharges(open, id, 0);
    },
  );

  it.each([
    ["malformed", "not a url", "invalid_profile_url"],
    ["of another scheme", "ftp://agent.example/profile.json", "invalid_profile_url"],
    ["not there", "https://127.0.0.1:9/profile.json", "profile_unreachable"],
  ])("-32001: a profile URL that is %s", async (_why, profile, expected) => {
    const open = await business();
    const answer = await callTool(open.mcp, "create_checkout", {
      meta: metaOf(profile),
      checkout: basket("presets"),
    });
    expect(answer.error?.code).toBe(-32001);
    expect(answer.error?.data?.code).toBe(expected);
    expect(answer.error?.data?.content).toEqual(TEXT);
  });

  it("-32000: an unknown checkout, with code and content in data", async () => {
    const open = await business();
    const meta = metaOf(open.platform);
    const answer = await callTool(open.mcp, "get_checkout", { meta, id: "no-such-checkout" });
    expect(answer.error).toMatchObject({
      code: -32000,
      message: TEXT,
      data: { code: "not_found", content: TEXT },
    });
  });

  it.each(["complete_checkout", "update_checkout"])(
    "the payload of %s must not contain id",
    async (tool) => {
      const open = await business();
      const ready = await readyDownload(shopper(open, overMcp));
      const payload = tool === "complete_checkout" ? pay() : kept(ready);
      const answer = await callTool(open.mcp, tool, {
        meta: metaOf(open.platform, randomUUID()),
        id: ready.id,
        checkout: { ...payload, id: ready.id },
      });
      expect(answer.error).toBeDefined();
      expectCharges(open, ready.id, 0);
    },
  );

  it("§4.5: complete_checkout answers with id and permalink_url of the order only", async () => {
    const by = await shopping(overMcp);
    const { id } = await readyDownload(by);
    const { order } = await by.complete(id);
    expect(Object.keys(order ?? {}).sort()).toEqual(["id", "permalink_url"]);
  });
});
