/** A platform that cannot say where something goes (§2.6): the buyer is asked on the shop's own page, before it is paid. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../src/generated/client.js";
import type { Checkout } from "../src/generated/index.js";
import { HOME } from "./bought.js";
import { FROM_HERE } from "./pages-call.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

let open: TestShop;
let client: Client;
beforeEach(async () => {
  open = await openTestShop();
  client = await open.plain();
});
afterEach(() => open.close());

const BUYER = { email: "ada@example.com" };
const REQUEST = { currency: "USD", line_items: lines("strap_brown"), buyer: BUYER };
const METHOD = "$.fulfillment.methods[0]";
const ELSEWHERE = { ...HOME, street_address: "666 Thief Road" };

function lines(...items: readonly string[]) {
  return items.map((id) => ({ item: { id }, quantity: 1 }));
}

function pay({ id }: Pick<Checkout, "id">): Promise<Checkout> {
  const credential = { type: "token", token: "tok_ok" };
  const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
  return client.completeCheckout({ id, payment: { instruments: [card] } }).then(resource);
}

/** The form of the checkout's page, sent with these values; the page that follows. */
async function send(
  { id }: Pick<Checkout, "id">,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const url = `${open.shop.url}/checkout-sessions/${id}`;
  const page = await (await fetch(url)).text();
  const [, token = ""] = /name="token"\s+value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ token, ...values });
  return (await fetch(url, { method: "POST", body, headers: { ...FROM_HERE } })).text();
}

function shippedTo(address: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(address);
  return Object.fromEntries(
    entries.map(([name, value]) => [`${METHOD}.destinations[0].${name}`, value]),
  );
}

async function firstOption({ id }: Pick<Checkout, "id">): Promise<Record<string, string>> {
  const { fulfillment } = await open.shop.checkouts.get(id);
  const option = fulfillment?.methods?.[0]?.groups?.[0]?.options?.[0]?.id ?? "";
  return { [`${METHOD}.groups[0].selected_option_id`]: option };
}

describe("what is shipped, for a platform without the fulfillment extension", () => {
  it("is handed over to the buyer, and is not paid without an address", async () => {
    const created = resource(await client.createCheckout(REQUEST));
    expect(created.status).toBe("requires_escalation");
    expect(created.continue_url).toContain(created.id);
    expect(created.messages).toMatchObject([
      { type: "error", code: "missing", severity: "requires_buyer_input" },
    ]);
    expect(created).not.toHaveProperty("fulfillment");
    const refused = await pay(created);
    expect(refused.status).toBe("requires_escalation");
    expect(refused.order).toBeUndefined();
    expect(open.sandbox.charges.size).toBe(0);
  });

  it("is asked for what the platform can give before", async () => {
    const { buyer: _, ...without } = REQUEST;
    const created = resource(await client.createCheckout(without));
    expect(created.status).toBe("requires_escalation");
    const severities = created.messages?.map(
      (message) => "severity" in message && message.severity,
    );
    expect(new Set(severities)).toEqual(new Set(["recoverable", "requires_buyer_input"]));
  });

  it("is bought on the page: where to, how, and for what it costs then", async () => {
    const created = resource(await client.createCheckout(REQUEST));
    expect(await send(created, shippedTo(HOME))).toContain("How and when");
    expect(await send(created, await firstOption(created))).toContain("Place the order for");
    expect(open.sandbox.charges.size).toBe(0);
    const page = await send(created);
    expect(page).toContain("Your order is placed");
    const done = resource(await client.getCheckout({ id: created.id }));
    expect(done.status).toBe("completed");
    expect(done).not.toHaveProperty("fulfillment");
    const fulfillment = (await open.shop.orders.get(done.order?.id ?? ""))?.fulfillment;
    expect(fulfillment?.expectations).toMatchObject([{ destination: HOME }]);
    expect([...open.sandbox.charges.values()]).toEqual([
      done.totals.find(({ type }) => type === "total")?.amount,
    ]);
  });

  it("keeps what the buyer has given when the platform changes something else", async () => {
    const created = resource(await client.createCheckout(REQUEST));
    await send(created, shippedTo(HOME));
    await send(created, await firstOption(created));
    const update = { ...REQUEST, id: created.id, line_items: lines("strap_brown", "developer") };
    const updated = resource(await client.updateCheckout(update));
    expect(updated.status).toBe("ready_for_complete");
    expect(updated.totals).toContainEqual(expect.objectContaining({ type: "fulfillment" }));
    const done = await pay(updated);
    expect(done.status).toBe("completed");
    const fulfillment = (await open.shop.orders.get(done.order?.id ?? ""))?.fulfillment;
    const [expectation, ...more] = fulfillment?.expectations ?? [];
    expect(more).toEqual([]);
    expect(expectation).toMatchObject({ destination: HOME });
    expect(expectation?.line_items).toHaveLength(2);
  });

  it("goes nowhere that the platform has named: it has not agreed to the extension", async () => {
    const fulfillment = { methods: [{ type: "shipping" as const, destinations: [ELSEWHERE] }] };
    const sneaking = { ...REQUEST, fulfillment };
    const created = resource(await client.createCheckout(sneaking));
    expect(created.status).toBe("requires_escalation");
    const { id } = created;
    await send(created, { ...shippedTo(HOME) });
    resource(await client.updateCheckout({ ...sneaking, id, buyer: { email: "" } }));
    await send(created, { ...(await firstOption(created)), "$.buyer.email": BUYER.email });
    const page = await send(created);
    expect(page).toContain("Your order is placed");
    expect(JSON.stringify((await open.shop.orders.latest(1))[0])).not.toContain("Thief");
  });

  it("asks for no address where nothing is shipped any more", async () => {
    const created = resource(await client.createCheckout(REQUEST));
    await send(created, shippedTo(HOME));
    const update = { ...REQUEST, id: created.id, line_items: lines("presets") };
    const updated = resource(await client.updateCheckout(update));
    expect(updated).toMatchObject({ status: "ready_for_complete", messages: [] });
    expect((await pay(updated)).status).toBe("completed");
  });
});
