/** Order events (§6): what is sent (§4.7), when, and how it is signed (§5.4, §5.5). */

import { describe, expect, it } from "vitest";
import type { Purchase } from "./fixture.js";
import { business, needs, receiver, type PurchaseOptions } from "./opening.js";
import type { Delivery, OrderEvent, Receiver, Reply } from "./receiver.js";
import { method, there, total, added, type Body } from "./shapes.js";
import { overRest, TRANSPORTS, type Speak } from "./speak.js";
import {
  basket,
  BUYER,
  choosing,
  HOME,
  pay,
  PICKUP,
  readyDownload,
  readyShipped,
  shipped,
  shopper,
  type Shopper,
} from "./steps.js";
import { covered, digestOf, keysOf, signer, verified } from "./verification.js";

const HOUR = 3_600_000;
const ANY_STRING: unknown = expect.any(String);
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

interface Scene {
  readonly open: Purchase;
  readonly hooks: Receiver;
  readonly by: Shopper;
  /** Sends all that is due; then the one event that is new. */
  readonly next: () => Promise<Delivery>;
}

interface Stage extends PurchaseOptions {
  readonly path?: string;
  readonly reply?: (before: number) => Reply;
}

/** A business that knows where its platform wants events. */
async function scene(speak: Speak = overRest, stage: Stage = {}): Promise<Scene> {
  const { path, reply, ...options } = stage;
  const hooks = await receiver(path, reply);
  const open = await business({ ...options, webhookUrl: hooks.url });
  let taken = 0;
  const next = async (): Promise<Delivery> => {
    await open.deliverWebhooks();
    const delivery = await hooks.delivery(taken);
    taken += 1;
    // In a process parcels move by themselves, and more may have come meanwhile.
    if (open.abilities.has("back office")) expect(hooks.deliveries).toHaveLength(taken);
    return delivery;
  };
  return { open, hooks, by: shopper(open, speak), next };
}

/** A completed checkout, and the event of its order. */
async function ordered(
  at: Scene,
  items = basket("tabletop"),
): Promise<{ readonly body: Body; readonly created: Delivery }> {
  const { id } = await readyShipped(at.by, items);
  const body = await at.by.complete(id);
  return { body, created: await at.next() };
}

/** Lines of an order, all of each where no quantity is given. */
function counted(order: OrderEvent, quantity?: number) {
  return order.line_items.map((line) => ({
    id: line.id,
    quantity: quantity ?? line.quantity.total,
  }));
}

/** Lets time pass until so many deliveries came, for a week at most: no schedule is promised. */
async function eventually({ open, hooks }: Scene, count: number): Promise<void> {
  for (let hours = 0; hours < 7 * 24 && hooks.deliveries.length < count; hours++) {
    open.advance(HOUR);
    await open.deliverWebhooks();
  }
  expect(hooks.deliveries.length).toBeGreaterThanOrEqual(count);
}

describe.each(TRANSPORTS)("order created, after a checkout over %s", (_, speak) => {
  it("§6.3: is sent with the fully populated order", async () => {
    const at = await scene(speak);
    const { body, created } = await ordered(at, basket(["card_64", 2], "presets"));
    const { order } = created;
    expect(order).toMatchObject({ event_id: ANY_STRING, created_time: ANY_STRING });
    expect(order.id).toBe(body.order?.id);
    expect(order.permalink_url).toBe(body.order?.permalink_url);
    expect(order.checkout_id).toBe(body.id);
    expect(order.line_items.map(({ item, quantity }) => [item.id, quantity.total])).toEqual([
      ["card_64", 2],
      ["presets", 1],
    ]);
    expect(order.proto.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(Array.isArray(order.fulfillment.expectations)).toBe(true);
    expect(Array.isArray(order.fulfillment.events)).toBe(true);
  });

  it("§2.9: has the totals of the checkout, and its currency where it names one", async () => {
    const at = await scene(speak);
    const { body, created } = await ordered(at);
    expect(created.order.currency ?? "USD").toBe(body.currency);
    expect(total(created.order, "total")).toBe(total(body, "total"));
    expect(total(created.order, "total")).toBe(added(created.order));
  });

  it("§4.7: is a POST of JSON with event_id and created_time", async () => {
    const { created } = await ordered(await scene(speak));
    expect(created.method).toBe("POST");
    expect(created.headers["content-type"]).toMatch(/^application\/json/);
    expect(created.order.event_id).toMatch(/./);
    expect(created.order.created_time).toMatch(RFC3339);
  });

  it("§6.3: is signed, in the name of the business", async () => {
    const { created } = await ordered(await scene(speak));
    expect(await verified(created)).toBe(true);
  });

  it("§6.5: is emitted by Complete Checkout, and by nothing before it", async () => {
    const at = await scene(speak);
    const { id } = await readyShipped(at.by);
    await at.open.deliverWebhooks();
    expect(at.hooks.deliveries).toEqual([]);
    await at.by.complete(id);
    await at.next();
  });

  it("is sent once, however often the completion is replayed", async () => {
    needs("clock");
    const at = await scene(speak);
    const { id } = await readyShipped(at.by);
    const key = crypto.randomUUID();
    await at.by.ask("complete_checkout", { id, key, payload: pay() });
    await at.by.ask("complete_checkout", { id, key, payload: pay() });
    await at.next();
    at.open.advance(HOUR);
    await at.open.deliverWebhooks();
    expect(at.hooks.deliveries).toHaveLength(1);
  });
});

describe("events are of orders", () => {
  it("a canceled checkout emits nothing", async () => {
    const at = await scene();
    const { id } = await readyDownload(at.by);
    await at.by.cancel(id);
    await at.open.deliverWebhooks();
    expect(at.hooks.deliveries).toEqual([]);
  });

  it("an expired checkout emits nothing", async () => {
    needs("clock");
    const at = await scene();
    const { id } = await readyDownload(at.by);
    at.open.advance(7 * HOUR);
    expect((await at.by.read(id)).status).toBe("canceled");
    await at.open.deliverWebhooks();
    expect(at.hooks.deliveries).toEqual([]);
  });

  it("a declined payment emits nothing, and the one that succeeds emits order created", async () => {
    const at = await scene();
    const { id } = await readyDownload(at.by);
    await at.by.complete(id, "tok_declined");
    await at.open.deliverWebhooks();
    expect(at.hooks.deliveries).toEqual([]);
    await at.by.complete(id);
    expect((await at.next()).order.checkout_id).toBe(id);
  });

  it("§3.1: an order that the buyer finished in the business's pages is an order like others", async () => {
    const at = await scene();
    const offered = await shipped(at.by, basket("cabinet"));
    const { id } = await at.by.update(offered.id, choosing(offered, "Standard"));
    await at.open.buyerFinishes(id);
    const { order } = await at.next();
    expect(order.checkout_id).toBe(id);
    expect(order.id).toBe((await at.by.read(id)).order?.id);
  });

  it("each order has its own event, and its own event_id", async () => {
    const at = await scene();
    const first = await ordered(at);
    const second = await ordered(at);
    expect(second.created.order.id).not.toBe(first.created.order.id);
    expect(second.created.order.event_id).not.toBe(first.created.order.event_id);
  });

  it("§6.1: a platform that publishes no webhook_url gets an order and no events", async () => {
    const open = await business();
    const by = shopper(open, overRest);
    const { id } = await readyDownload(by);
    expect((await by.complete(id)).status).toBe("completed");
    await open.deliverWebhooks();
  });

  it("§6.1: the webhook_url is of its platform: another's order is not told to it", async () => {
    const at = await scene();
    const other = shopper(at.open, overRest, at.open.otherPlatform);
    const { id } = await readyDownload(other);
    expect((await other.complete(id)).status).toBe("completed");
    await at.open.deliverWebhooks();
    expect(at.hooks.deliveries).toEqual([]);
  });

  it("§2.5: an event holds no credentials", async () => {
    const { created } = await ordered(await scene());
    expect(created.bytes.toString("utf8")).not.toMatch(/tok_|"credential"/);
  });
});

describe("the entity sent (§2.9)", () => {
  it("order line items have id, item, quantity, totals and status", async () => {
    const { created } = await ordered(await scene(), basket(["card_64", 2]));
    const [line] = created.order.line_items;
    expect(line).toMatchObject({
      id: ANY_STRING,
      item: { id: "card_64", title: ANY_STRING, price: 3900 },
      quantity: { total: 2, fulfilled: 0 },
      status: "processing",
    });
    expect(Array.isArray(line?.totals)).toBe(true);
  });

  it("a shipping expectation goes to the destination selected, with the lines shipped", async () => {
    const { created } = await ordered(await scene(), basket(["card_64", 2], "presets"));
    const { expectations } = created.order.fulfillment;
    const shipping = there(
      expectations.find((each) => each.method_type === "shipping"),
      "shipping expectation",
    );
    const card = created.order.line_items.find(({ item }) => item.id === "card_64")?.id;
    expect(shipping.id).toEqual(ANY_STRING);
    expect(shipping.destination).toMatchObject(HOME);
    expect(shipping.line_items).toEqual([{ id: card, quantity: 2 }]);
  });

  it("a pickup is expected as pickup", async () => {
    needs("pickup");
    const at = await scene();
    const offered = await at.by.create({
      ...basket("tabletop"),
      buyer: BUYER,
      fulfillment: PICKUP,
    });
    const first = await at.by.update(offered.id, choosing(offered));
    const ready = await at.by.update(offered.id, choosing(first));
    const { destinations, selected_destination_id } = method(ready, "pickup");
    expect(selected_destination_id).toEqual(ANY_STRING);
    await at.by.complete(ready.id);
    const { order } = await at.next();
    expect(order.fulfillment.expectations.map((each) => each.method_type)).toEqual(["pickup"]);
    const location = destinations?.find(({ id }) => id === selected_destination_id);
    expect(order.fulfillment.expectations[0]?.destination).toEqual(location?.["address"]);
  });

  it("each expectation has a method_type of shipping, pickup or digital", async () => {
    const { created } = await ordered(await scene(), basket("tabletop", "presets"));
    expect(created.order.fulfillment.expectations.length).toBeGreaterThan(0);
    for (const each of created.order.fulfillment.expectations) {
      expect(["shipping", "pickup", "digital"]).toContain(each.method_type);
      expect(each.destination).toBeTypeOf("object");
    }
  });
});

describe("updates (§6.3, §6.5)", () => {
  it("a fulfillment event that is appended is sent with the full order, no delta", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at, basket(["card_64", 2]));
    await at.open.ship(created.order.id, counted(created.order));
    const { order } = await at.next();
    expect(Object.keys(order)).toEqual(expect.arrayContaining(Object.keys(created.order)));
    expect(order).toMatchObject({
      id: created.order.id,
      checkout_id: created.order.checkout_id,
      permalink_url: created.order.permalink_url,
      totals: created.order.totals,
    });
    expect(order.event_id).not.toBe(created.order.event_id);
    expect(order.fulfillment.expectations.length).toBeGreaterThan(0);
  });

  it("a shipped event has id, occurred_at, lines, tracking_number and tracking_url", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at, basket(["card_64", 2]));
    await at.open.ship(created.order.id, counted(created.order));
    const event = (await at.next()).order.fulfillment.events.at(-1);
    expect(event).toMatchObject({
      id: ANY_STRING,
      type: "shipped",
      occurred_at: expect.stringMatching(RFC3339) as unknown,
      line_items: counted(created.order),
      tracking_number: ANY_STRING,
      tracking_url: ANY_STRING,
    });
  });

  it("§2.9: every event that is not processing has tracking", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at);
    await at.open.ship(created.order.id, counted(created.order));
    await at.next();
    await at.open.deliver(created.order.id, counted(created.order));
    const { events } = (await at.next()).order.fulfillment;
    for (const event of events.filter(({ type }) => type !== "processing")) {
      expect(event).toMatchObject({ tracking_number: ANY_STRING, tracking_url: ANY_STRING });
    }
  });

  it("§2.9: what is shipped is not yet fulfilled", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at);
    await at.open.ship(created.order.id, counted(created.order));
    const [line] = (await at.next()).order.line_items;
    expect(line).toMatchObject({ quantity: { total: 1, fulfilled: 0 }, status: "processing" });
  });

  it("§3.4: a line is processing, partial, then fulfilled, as its events say", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at, basket(["card_64", 2]));
    const seen = [created.order.line_items[0]];
    for (const _ of [1, 2]) {
      await at.open.deliver(created.order.id, counted(created.order, 1));
      seen.push((await at.next()).order.line_items[0]);
    }
    expect(seen.map((line) => [line?.status, line?.quantity.fulfilled])).toEqual([
      ["processing", 0],
      ["partial", 1],
      ["fulfilled", 2],
    ]);
  });

  it("§2.9: line items are immutable, but for what is derived from events", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at, basket(["card_64", 2], "presets"));
    const fixed = ({ line_items }: OrderEvent): unknown =>
      line_items.map(({ id, item, quantity, totals }) => [id, item, quantity.total, totals]);
    await at.open.deliver(created.order.id, counted(created.order).slice(0, 1));
    const delivered = await at.next();
    await at.open.refund(created.order.id, 1000);
    expect(fixed(delivered.order)).toEqual(fixed(created.order));
    expect(fixed((await at.next()).order)).toEqual(fixed(created.order));
  });

  it("§2.9: events are append-only", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at);
    const logs = [created.order.fulfillment.events];
    await at.open.ship(created.order.id, counted(created.order));
    logs.push((await at.next()).order.fulfillment.events);
    await at.open.deliver(created.order.id, counted(created.order));
    logs.push((await at.next()).order.fulfillment.events);
    for (const [step, log] of logs.slice(1).entries()) {
      const before = logs[step] ?? [];
      expect(log.slice(0, before.length)).toEqual(before);
      expect(log.length).toBe(before.length + 1);
    }
  });

  it("§2.9: a refund is an adjustment, independent of fulfillment", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at);
    await at.open.refund(created.order.id, 1000);
    const { order } = await at.next();
    expect(order.adjustments).toHaveLength(1);
    expect(order.adjustments?.[0]).toMatchObject({
      id: ANY_STRING,
      type: "refund",
      status: "completed",
      occurred_at: expect.stringMatching(RFC3339) as unknown,
    });
    expect(Math.abs(order.adjustments?.[0]?.amount ?? 0)).toBe(1000);
    expect(order.fulfillment.events).toEqual(created.order.fulfillment.events);
  });

  it("§2.9: adjustments are append-only", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at);
    await at.open.refund(created.order.id, 1000);
    const first = (await at.next()).order.adjustments;
    await at.open.refund(created.order.id, 500);
    const second = (await at.next()).order.adjustments;
    expect(second).toHaveLength(2);
    expect(second?.slice(0, 1)).toEqual(first);
  });

  it("§6.3: every update is signed, with an event_id of its own", async () => {
    needs("back office");
    const at = await scene();
    const { created } = await ordered(at);
    await at.open.ship(created.order.id, counted(created.order));
    await at.next();
    await at.open.refund(created.order.id, 1000);
    await at.next();
    const all = at.hooks.deliveries;
    expect(new Set(all.map(({ order }) => order.event_id)).size).toBe(3);
    for (const each of all) expect(await verified(each)).toBe(true);
  });
});

describe("signatures of events (§5.4)", () => {
  it("the agent header is a dictionary with the business's profile, at /.well-known/proto", async () => {
    const { created } = await ordered(await scene());
    expect(new URL(signer(created)).pathname).toBe("/.well-known/proto");
  });

  it("§5.5: the signer is the business that the order was created with", async () => {
    const at = await scene();
    const { created } = await ordered(at);
    const [signed, discovered] = await Promise.all(
      [signer(created), `${at.open.url}/.well-known/proto`].map(async (url) =>
        (await fetch(url)).json(),
      ),
    );
    expect(signed).toEqual(discovered);
  });

  it("the label is sig1, and the value is raw r||s", async () => {
    const { created } = await ordered(await scene());
    const [, value = ""] = /^sig1=:([^:]+):$/.exec(created.headers["signature"] ?? "") ?? [];
    expect([64, 96]).toContain(Buffer.from(value, "base64").length);
  });

  it("Signature-Input has keyid and no alg", async () => {
    const { created } = await ordered(await scene());
    expect(covered(created).params).toMatch(/;keyid="[^"]+"/);
    expect(covered(created).params).not.toMatch(/;alg=/);
  });

  it("keyid names one of signing_keys, an EC key on P-256 or P-384", async () => {
    const { created } = await ordered(await scene());
    const kid = /;keyid="([^"]+)"/.exec(covered(created).params)?.[1];
    const key = (await keysOf(created)).find((each) => each.kid === kid);
    expect(key).toMatchObject({
      kty: "EC",
      crv: expect.stringMatching(/^P-(256|384)$/) as unknown,
    });
    expect(key).not.toHaveProperty("d");
  });

  it("@method, @authority, @path, the agent header, content-digest and content-type are covered", async () => {
    const { created } = await ordered(await scene());
    expect(covered(created).names).toEqual(
      expect.arrayContaining([
        ...["@method", "@authority", "@path"],
        ...["proto-agent", "content-digest", "content-type"],
      ]),
    );
  });

  it("@query is covered where the webhook_url has a query", async () => {
    const at = await scene(overRest, { path: "/hooks?tenant=7&a=b%20c" });
    const { created } = await ordered(at);
    expect(created.url).toBe(at.hooks.url);
    expect(covered(created).names).toContain("@query");
    expect(await verified(created)).toBe(true);
  });

  it("@query is not covered where there is none", async () => {
    const { created } = await ordered(await scene());
    expect(covered(created).names).not.toContain("@query");
  });

  it("idempotency-key is covered where it is sent", async () => {
    const { created } = await ordered(await scene());
    expect(covered(created).names.includes("idempotency-key")).toBe(
      created.headers["idempotency-key"] !== undefined,
    );
  });

  it("Content-Digest covers the raw bytes, with sha-256", async () => {
    const { created } = await ordered(await scene());
    expect(created.headers["content-digest"]).toBe(digestOf(created.bytes));
  });

  it.each<readonly [string, (sent: Delivery) => Delivery]>([
    ["another path", (sent) => ({ ...sent, url: `${sent.url}/other` })],
    ["another method", (sent) => ({ ...sent, method: "PUT" })],
    ["another authority", (sent) => ({ ...sent, url: "http://127.0.0.1:9/hooks" })],
    ["another body", (sent) => ({ ...sent, bytes: Buffer.concat([sent.bytes, Buffer.from(" ")]) })],
    [
      "another content type",
      (sent) => ({ ...sent, headers: { ...sent.headers, "content-type": "text/plain" } }),
    ],
  ])("a signature does not hold for %s", async (_, changed) => {
    const { created } = await ordered(await scene());
    expect(await verified(changed(created))).toBe(false);
  });
});

describe("deliveries (§6.3, §6.4)", () => {
  it.each<Reply>([500, 503, 429, "reset"])(
    "a delivery that failed (%s) is retried, with the same event",
    async (failure) => {
      needs("clock");
      const reply = (before: number): Reply => (before < 2 ? failure : 200);
      const at = await scene(overRest, { reply });
      const { id } = await readyDownload(at.by);
      await at.by.complete(id);
      await at.open.deliverWebhooks();
      await eventually(at, 3);
      const [first, ...more] = at.hooks.deliveries;
      for (const each of more) {
        expect(each.order.event_id).toBe(first?.order.event_id);
        expect(each.order.created_time).toBe(first?.order.created_time);
        expect(await verified(each)).toBe(true);
      }
    },
  );

  it.each([200, 202, 204])("any 2xx (%i) is an answer: nothing is sent again", async (status) => {
    needs("clock");
    const at = await scene(overRest, { reply: () => status });
    await ordered(at);
    for (const _ of [1, 2, 3]) {
      at.open.advance(24 * HOUR);
      await at.open.deliverWebhooks();
    }
    expect(at.hooks.deliveries).toHaveLength(1);
  });

  it("a platform that fails does not hold up a completion", async () => {
    const at = await scene(overRest, { reply: () => 500 });
    const { id } = await readyDownload(at.by);
    const body = await at.by.complete(id);
    expect(body.status).toBe("completed");
    expect((await at.by.read(id)).status).toBe("completed");
  });

  it("a platform that does not answer does not hold up a completion", async () => {
    const at = await scene(overRest, { reply: () => "hang" });
    const { id } = await readyDownload(at.by);
    expect((await at.by.complete(id)).status).toBe("completed");
  });

  it("an update is sent although order created failed at first", async () => {
    needs("clock", "back office");
    const at = await scene(overRest, { reply: (before) => (before < 1 ? 500 : 200) });
    const { id } = await readyShipped(at.by);
    const body = await at.by.complete(id);
    await at.open.deliverWebhooks();
    const first = there(at.hooks.deliveries[0], "delivery").order;
    await at.open.ship(there(body.order, "order").id, counted(first));
    await eventually(at, 3);
    const shippedOnes = at.hooks.deliveries.filter(({ order }) =>
      order.fulfillment.events.some(({ type }) => type === "shipped"),
    );
    expect(shippedOnes.length).toBeGreaterThan(0);
    const ids = at.hooks.deliveries.map(({ order }) => order.event_id);
    expect(ids.slice(1)).toContain(first.event_id);
    expect(new Set(ids).size).toBe(2);
  });
});
