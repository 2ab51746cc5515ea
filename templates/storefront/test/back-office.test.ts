/** What people of the shop do by hand, over its routes: the order and its platform know of it, and nobody else may. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pay, readyCheckout } from "./bought.js";
import { ownShopFile } from "../src/shop-data.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

let open: TestShop;
beforeAll(async () => {
  open = await openTestShop(
    {},
    { hasBackOffice: true, data: { ...ownShopFile(), warehouse: "manual" } },
  );
});
afterAll(() => open.close());

const JSON_TYPE = { "content-type": "application/json" };

async function act(path: string, body?: object, headers: object = JSON_TYPE) {
  const response = await fetch(`${open.shop.url}/back-office/${path}`, {
    method: "POST",
    headers: headers as Record<string, string>,
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, answer: isJson ? JSON.parse(text) : text };
}

describe("an order", () => {
  let orderId: string;
  const order = () => open.shop.orders.get(orderId);
  beforeEach(async () => {
    const ready = await readyCheckout(open.client, { shipped: ["tabletop"], quantity: 3 });
    orderId = await pay(open.client, ready);
  });

  it("is shipped and delivered, all of it unless the body says which lines", async () => {
    const [line] = (await order())?.line_items ?? [];
    const line_items = [{ id: line?.id, quantity: 1 }];
    const first = await act(`orders/${orderId}/ship`, { line_items, carrier: "UPS" });
    expect(first.answer).toMatchObject({
      fulfillment: { events: [{ type: "shipped", carrier: "UPS", line_items }] },
    });
    await act(`orders/${orderId}/ship`);
    const { status, answer } = await act(`orders/${orderId}/deliver`);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      line_items: [{ status: "fulfilled", quantity: { fulfilled: 3 } }],
      fulfillment: {
        events: [
          { type: "shipped" },
          { type: "shipped", line_items: [{ quantity: 2 }] },
          { type: "delivered", line_items: [{ quantity: 3 }] },
        ],
      },
    });
    expect(await order()).toEqual(answer);
    expect(await act(`orders/${orderId}/ship`)).toMatchObject({
      status: 400,
      answer: { code: "invalid_request" },
    });
  });

  it("is adjusted, by all of its total unless the body says otherwise", async () => {
    const wanted = { type: "credit", status: "pending", amount: 500, description: "Scratched" };
    await act(`orders/${orderId}/adjust`, wanted);
    const { answer } = await act(`orders/${orderId}/adjust`);
    const { totals = [], adjustments } = (await order()) ?? {};
    const total = totals.find(({ type }) => type === "total")?.amount ?? 0;
    expect(adjustments).toMatchObject([
      wanted,
      { type: "refund", status: "completed", amount: total - 500 },
    ]);
    expect(answer).toMatchObject({ adjustments });
    expect((await act(`orders/${orderId}/adjust`)).status).toBe(400);
  });

  it.each([
    ["ship", { line_items: "all" }],
    ["ship", { line_items: [{ id: 1 }] }],
    ["ship", { line_items: [{ id: "nothing", quantity: 1 }] }],
    ["ship", { carrier: "" }],
    ["adjust", { amount: -1 }],
    ["adjust", { amount: 1.5 }],
    ["adjust", { status: "done" }],
    ["adjust", []],
  ])("is not changed by %s with %j", async (name, body) => {
    const before = await order();
    expect(await act(`orders/${orderId}/${name}`, body)).toMatchObject({
      status: 400,
      answer: { code: "invalid_request" },
    });
    expect(await order()).toEqual(before);
  });

  it.each([
    ["a page of somebody else", { ...JSON_TYPE, origin: "https://evil.example" }],
    ["a form of somebody else", { "content-type": "application/x-www-form-urlencoded" }],
    ["a browser that says so", { ...JSON_TYPE, "sec-fetch-site": "cross-site" }],
  ])("is not changed by %s", async (_, headers) => {
    const before = await order();
    expect((await act(`orders/${orderId}/ship`, {}, headers)).status).toBe(403);
    expect(await order()).toEqual(before);
  });

  it("has buttons for what can be done, which do it", async () => {
    const page = await (await fetch(open.shop.url)).text();
    expect(page).toContain(`action="/back-office/orders/${orderId}/ship"`);
    const response = await fetch(`${open.shop.url}/back-office/orders/${orderId}/ship`, {
      method: "POST",
      headers: { origin: open.shop.url },
      body: new URLSearchParams(),
      redirect: "manual",
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    const after = await (await fetch(open.shop.url)).text();
    expect(after).not.toContain(`action="/back-office/orders/${orderId}/ship"`);
    expect(after).toContain(`action="/back-office/orders/${orderId}/deliver"`);
  });
});

describe("a checkout", () => {
  it("is escalated, and stays so when its platform updates it", async () => {
    const { id, line_items } = await readyCheckout(open.client, { shipped: ["tabletop"] });
    const { status, answer } = await act(`checkouts/${id}/review`);
    expect([status, answer.status]).toEqual([200, "requires_escalation"]);
    const buyer = { email: "ada@example.com" };
    const request = { id, line_items, currency: "USD", buyer };
    const updated = resource(await open.client.updateCheckout(request as never));
    expect(updated.messages?.map(({ code }) => code)).toContain("review_requested");
  });

  it("expires, and only once", async () => {
    const { id } = await readyCheckout(open.client, { shipped: ["tabletop"] });
    const { status, answer } = await act(`checkouts/${id}/expire`);
    expect([status, answer.status]).toEqual([200, "canceled"]);
    const found = resource(await open.client.getCheckout({ id }));
    expect(found.messages?.map(({ code }) => code)).toContain("session_expired");
    expect((await act(`checkouts/${id}/expire`)).status).toBe(400);
  });
});

describe("the back office", () => {
  it("knows only what is there", async () => {
    expect((await act("orders/order_1/ship")).status).toBe(404);
    expect((await act("checkouts/checkout_1/expire")).status).toBe(404);
    expect((await act("orders/order_1/burn")).status).toBe(404);
    expect((await act("orders/%E0%A4%A/ship")).status).toBe(404);
    const read = await fetch(`${open.shop.url}/back-office/orders/order_1/ship`);
    expect(read.status).toBe(405);
  });

  it("is not there unless it is asked for", async () => {
    const other = await openTestShop();
    const url = `${other.shop.url}/back-office/orders/order_1/ship`;
    expect((await fetch(url, { method: "POST" })).status).toBe(404);
    expect(await (await fetch(other.shop.url)).text()).not.toContain(`action="/back-office`);
    await other.close();
  });
});
