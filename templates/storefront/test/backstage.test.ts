/** The shop's own pages over the shop itself: what they show, and the order that a buyer places there (§3.1, §3.3). */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Declined } from "@proto-gen/runtime/commerce";
import { createBuyerFinish } from "../src/backstage/index.js";
import type { Checkout } from "../src/generated/index.js";
import type { PaymentProvider } from "../src/payment/payment-provider.js";
import { createSandbox } from "../src/payment/sandbox.js";
import { HOME } from "./bought.js";
import { FROM_HERE } from "./pages-call.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

let open: TestShop;
beforeEach(async () => {
  open = await openTestShop();
});
afterEach(() => open.close());

const BUYER = { email: "ada@example.com" };

/** A camera that costs so much that its buyer looks the order over. */
async function escalated(more: object = {}): Promise<Checkout> {
  const line_items = [{ item: { id: "view" }, quantity: 1 }];
  const request = { line_items, currency: "USD", ...more };
  return resource(await open.client.createCheckout(request));
}

interface Page {
  readonly status: number;
  readonly text: string;
  readonly path: string;
}

async function pageOf(response: Response): Promise<Page> {
  const { pathname, search } = new URL(response.url);
  return { status: response.status, text: await response.text(), path: pathname + search };
}

async function visit(path: string, at = open): Promise<Page> {
  return pageOf(await fetch(at.shop.url + path));
}

/** What a browser sends of the form that it sees, with these values. */
async function send(
  page: Page,
  values: Readonly<Record<string, string>> = {},
  at = open,
): Promise<Page> {
  const [, token = ""] = /name="token"\s+value="([^"]+)"/.exec(page.text) ?? [];
  const [path = ""] = page.path.split("?");
  const body = new URLSearchParams({ token, ...values });
  const headers = { ...FROM_HERE };
  return pageOf(await fetch(at.shop.url + path, { method: "POST", body, headers }));
}

async function checkoutNow(id: string): Promise<Checkout> {
  return resource(await open.client.getCheckout({ id }));
}

function totalOf({ totals }: Pick<Checkout, "totals">): number | undefined {
  return totals.find(({ type }) => type === "total")?.amount;
}

const METHOD = "$.fulfillment.methods[0]";

function shippedTo(address: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(address);
  return Object.fromEntries(
    entries.map(([name, value]) => [`${METHOD}.destinations[0].${name}`, value]),
  );
}

describe("the buyer's page", () => {
  it("takes all that is missing, shows what it costs then, and charges that once", async () => {
    const { id, continue_url: url = "" } = await escalated();
    const { pathname } = new URL(url);
    expect(pathname).toBe(`/checkout-sessions/${id}`);

    const first = await visit(pathname);
    expect(first.text).toContain("Finish your checkout");
    // With an address there is something to choose from.
    const second = await send(first, { "$.buyer.email": "ada@example.com", ...shippedTo(HOME) });
    expect(second.text).toContain("How and when");
    expect(open.sandbox.charges.size).toBe(0);
    const { buyer, fulfillment, status } = await checkoutNow(id);
    expect({ buyer, status }).toEqual({ buyer: BUYER, status: "requires_escalation" });
    const [option] = fulfillment?.methods?.[0]?.groups?.[0]?.options ?? [];

    // Delivery costs something: nobody has seen that yet.
    const chosen = { [`${METHOD}.groups[0].selected_option_id`]: option?.id ?? "" };
    const third = await send(second, chosen);
    expect(third.text).toContain("the checkout is another");
    expect(open.sandbox.charges.size).toBe(0);
    const total = totalOf(await checkoutNow(id));

    const last = await send(third);
    expect(last.text).toContain("Your order is placed");
    expect([...open.sandbox.charges.values()]).toEqual([total]);
    const done = await checkoutNow(id);
    expect(done).toMatchObject({ status: "completed", buyer: BUYER });
    expect(last.text).toContain(done.order?.id);
    await open.shop.housekeep();
    expect(open.mails()).toHaveLength(1);

    // The same form once more.
    await send(third);
    expect(open.sandbox.charges.size).toBe(1);
  });

  it("finishes at once where only a look was wanted", async () => {
    const destinations = [{ id: "home", ...HOME }];
    const fulfillment = { methods: [{ type: "shipping", destinations }] };
    const { id, fulfillment: planned, ...rest } = await escalated({ buyer: BUYER, fulfillment });
    const methods = (planned?.methods ?? []).map(({ groups = [], ...method }) => ({
      ...method,
      groups: groups.map(({ id: group, options = [] }) => ({
        id: group,
        selected_option_id: options[0]?.id ?? null,
      })),
    }));
    const { line_items, currency } = rest;
    const lines = line_items.map(({ item, quantity }) => ({ item: { id: item.id }, quantity }));
    const update = { id, line_items: lines, currency, buyer: BUYER, fulfillment: { methods } };
    const { messages } = resource(await open.client.updateCheckout(update));
    expect(messages?.map(({ code }) => code)).toEqual(["high_value_order"]);
    const placed = await send(await visit(`/checkout-sessions/${id}`));
    expect(placed.text).toContain("Your order is placed");
    expect((await checkoutNow(id)).status).toBe("completed");
  });

  it("charges nothing for what was chosen with a button without a price, though it costs nothing more", async () => {
    const { id } = await escalated({
      buyer: BUYER,
      fulfillment: { methods: [{ type: "pickup" }] },
    });
    const first = await visit(`/checkout-sessions/${id}`);
    expect(first.text).toContain("Continue");
    const second = await send(first, { [`${METHOD}.selected_destination_id`]: "store_harbor" });
    const before = await checkoutNow(id);
    const [option] = before.fulfillment?.methods?.[0]?.groups?.[0]?.options ?? [];
    const chosen = { [`${METHOD}.groups[0].selected_option_id`]: option?.id ?? "" };
    const third = await send(second, chosen);
    expect(totalOf(await checkoutNow(id))).toBe(totalOf(before));
    expect(open.sandbox.charges.size).toBe(0);
    expect(third.text).toContain("Place the order for $2,499.00");
    expect((await send(third)).text).toContain("Your order is placed");
    expect(open.sandbox.charges.size).toBe(1);
  });

  it("says at each field what the shop does not take, and charges nothing", async () => {
    const { id } = await escalated();
    const page = await visit(`/checkout-sessions/${id}`);
    const wrong = await send(page, { "$.buyer.email": "ada", ...shippedTo(HOME) });
    expect(wrong.text).toContain("no email address");
    expect((await checkoutNow(id)).buyer).toBeUndefined();
    expect(open.sandbox.charges.size).toBe(0);
  });

  it("asks for another address where something is not sold", async () => {
    const line_items = [
      { item: { id: "view" }, quantity: 1 },
      { item: { id: "developer" }, quantity: 1 },
    ];
    const utah = { ...HOME, address_region: "UT" };
    const { id } = await escalated({ line_items, buyer: BUYER });
    const first = await visit(`/checkout-sessions/${id}`);
    const second = await send(first, shippedTo(utah));
    expect(second.text).toContain("is not sold there");
    const { fulfillment } = await checkoutNow(id);
    const [option] = fulfillment?.methods?.[0]?.groups?.[0]?.options ?? [];
    const chosen = { [`${METHOD}.groups[0].selected_option_id`]: option?.id ?? "" };
    const third = await send(second, { ...shippedTo(HOME), ...chosen });
    expect(third.text).not.toContain("is not sold there");
    expect((await send(third)).text).toContain("Your order is placed");
  });

  it("tells nobody who has an old link who has bought, and where it goes", async () => {
    const { id } = await escalated({ buyer: BUYER });
    const path = `/checkout-sessions/${id}`;
    await send(await visit(path), shippedTo(HOME));
    expect((await visit(path)).text).toContain("1 Main Street");
    await open.client.cancelCheckout({ id });
    const { text } = await visit(path);
    expect(text).toContain("canceled");
    expect(text).not.toContain("1 Main Street");
    expect(text).not.toContain("ada@example.com");
  });

  it("takes no form for what the platform has changed meanwhile", async () => {
    const { id } = await escalated({ buyer: BUYER });
    const page = await visit(`/checkout-sessions/${id}`);
    const line_items = [{ item: { id: "view" }, quantity: 1 }];
    const discounts = { codes: ["TEN"] };
    const request = { id, line_items, currency: "USD", buyer: BUYER, discounts };
    await open.client.updateCheckout(request);
    const answer = await send(page, shippedTo(HOME));
    expect(answer.text).toContain("has changed");
    expect(open.sandbox.charges.size).toBe(0);
  });

  it("buys nothing else under an id that the buyer saw: another place, for another buyer", async () => {
    const methods = [{ type: "shipping" as const, destinations: [{ id: "home", ...HOME }] }];
    const request = { buyer: BUYER, fulfillment: { methods } };
    const { id } = await escalated(request);
    const page = await visit(`/checkout-sessions/${id}`);
    const elsewhere = { id: "home", ...HOME, street_address: "666 Thief Road" };
    const line_items = [{ item: { id: "view" }, quantity: 1 }];
    const base = { id, line_items, currency: "USD" };
    for (const swapped of [
      {
        buyer: BUYER,
        fulfillment: { methods: [{ type: "shipping" as const, destinations: [elsewhere] }] },
      },
      { buyer: { email: "thief@evil.example" }, fulfillment: { methods } },
    ]) {
      await open.client.updateCheckout({ ...base, ...swapped });
      expect((await send(page)).text).toContain("has changed");
    }
    expect(open.sandbox.charges.size).toBe(0);
  });

  it("takes no payment where the platform was faster between the form and the payment", async () => {
    const seen = await escalated({ buyer: BUYER });
    const other = { ...seen, buyer: { email: "eve@evil.example" } };
    const paid: string[] = [];
    const finish = createBuyerFinish({
      checkouts: {
        ...open.shop.checkouts,
        async amend(_id, change) {
          change({ line_items: [], currency: "USD" }, seen);
          return seen;
        },
        async finish(_id, place) {
          const order = await place(other, "key_1", new AbortController().signal);
          return order instanceof Declined ? order : seen;
        },
      },
      async place(checkout, paymentKey) {
        paid.push(paymentKey);
        return open.shop.place(checkout, paymentKey);
      },
      contextFor: () => {
        throw new Error("nobody calls");
      },
    });
    const form = { total: totalOf(seen), values: [], attempt: "a", isSeen: () => true };
    expect((await finish(seen.id, form)).kind).toBe("refused");
    expect(paid).toEqual([]);
  });

  it("takes one payment however often it is sent at once: the same form, other tabs, another process", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "storefront-shared-"));
    const charged: string[] = [];
    const sandbox = createSandbox();
    const payments: PaymentProvider = {
      ...sandbox,
      async authorize(request) {
        charged.push(request.paymentKey);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return sandbox.authorize(request);
      },
    };
    await open.close();
    open = await openTestShop({}, { directory, payments });
    const second = await openTestShop({}, { directory, payments });
    try {
      const { id } = await escalated({
        buyer: BUYER,
        fulfillment: { methods: [{ type: "pickup", selected_destination_id: "store_harbor" }] },
      });
      const address = `/checkout-sessions/${id}`;
      const [option] =
        (await checkoutNow(id)).fulfillment?.methods?.[0]?.groups?.[0]?.options ?? [];
      const chosen = { [`${METHOD}.groups[0].selected_option_id`]: option?.id ?? "" };
      await send(await visit(address), chosen);
      const [form, tab] = [await visit(address), await visit(address)];
      const other = await visit(address, second);
      const answers = await Promise.all([
        ...[form, form, form, tab].map((page) => send(page)),
        ...[other, other].map((page) => send(page, {}, second)),
      ]);
      expect(charged).toHaveLength(1);
      const { order } = await checkoutNow(id);
      for (const { text } of answers) expect(text).toContain(order?.id);
      expect(await open.shop.orders.latest(10)).toHaveLength(1);
      // Its page loaded again, and sent again.
      expect((await send(other, {}, second)).text).toContain(order?.id);
      expect(charged).toHaveLength(1);
    } finally {
      await second.close();
      await open.close();
      rmSync(directory, { recursive: true, force: true });
      open = await openTestShop();
    }
  });

  it("is not there for a session that there is not", async () => {
    expect((await visit("/checkout-sessions/nothing")).status).toBe(404);
    expect((await visit("/checkout-sessions/%E0%A4%A")).status).toBe(404);
  });
});

describe("the pages of what is kept", () => {
  it("are where an order's permalink and a cart's continue_url lead", async () => {
    const line_items = [{ item: { id: "presets" }, quantity: 1 }];
    const cart = resource(await open.client.createCart({ line_items }));
    const { pathname } = new URL(cart.continue_url ?? "");
    expect((await visit(pathname)).text).toContain("Your cart");

    const request = { line_items, currency: "USD", buyer: BUYER };
    const { id } = resource(await open.client.createCheckout(request));
    const credential = { type: "token", token: "tok_ok" };
    const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
    const payment = { instruments: [card] };
    const { order } = resource(await open.client.completeCheckout({ id, payment }));
    const page = await visit(new URL(order?.permalink_url ?? "").pathname);
    expect(page.text).toContain("Your order");
    expect(page.text).toContain(order?.id);
  });

  it("are for reading, and not there for what there is not", async () => {
    for (const kind of ["orders", "carts"]) {
      expect((await visit(`/${kind}/nothing`)).status).toBe(404);
      const response = await fetch(`${open.shop.url}/${kind}/nothing`, { method: "PUT" });
      expect(response.status).toBe(405);
    }
    const ordered = await fetch(`${open.shop.url}/orders/nothing`, { method: "POST" });
    expect(ordered.status).toBe(405);
  });
});

describe("the status page", () => {
  it("shows products, carts, checkouts, orders and requests as they are", async () => {
    const line_items = [{ item: { id: "presets" }, quantity: 1 }];
    const cart = resource(await open.client.createCart({ line_items }));
    const checkout = await escalated();
    const endpoint = `${open.shop.url}/proto/v1/checkout-sessions`;
    const headers = {
      "Proto-Agent": 'profile="https://agent.example/profile.json"',
      "Request-Id": "r1",
      "Idempotency-Key": "k1",
      "Content-Type": "application/json",
    };
    const body = '{"line_items":[{"item":{"id":"presets"},"quantity":"two"}],"currency":"USD"}';
    expect((await fetch(endpoint, { method: "POST", headers, body })).status).toBe(400);
    const { status, text } = await visit("/");
    expect(status).toBe(200);
    for (const seen of [cart.id, checkout.id, "requires_escalation", "create_checkout"])
      expect(text).toContain(seen);
    expect(text).toContain("$.line_items[0].quantity");
    expect(text).toContain("https://agent.example/profile.json");
    expect(text).toMatch(/aria-current="step"[^]*requires_escalation/);
  });

  it("is for this machine alone", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.1" };
    const { status } = await fetch(`${open.shop.url}/`, { headers });
    expect(status).toBe(404);
  });
});

describe("a buyer who takes a checkout over", () => {
  it("has it escalated, whatever its platform does next, and not once it is over", async () => {
    const open = await openTestShop();
    const line_items = [{ item: { id: "presets" }, quantity: 1 }];
    const request = { line_items, currency: "USD", buyer: { email: "ada@example.com" } };
    const { id, status } = resource(await open.client.createCheckout(request));
    expect(status).toBe("ready_for_complete");
    const path = `${open.shop.url}/checkout-sessions/${id}`;
    const page = await (await fetch(path)).text();
    const [, token = ""] = /name="token" value="([^"]+)"/.exec(page) ?? [];
    const take = () =>
      fetch(path, {
        method: "POST",
        headers: { origin: open.shop.url },
        body: new URLSearchParams({ take: "yes", token }),
        redirect: "manual",
      });
    expect((await take()).status).toBe(303);
    expect(resource(await open.client.getCheckout({ id })).status).toBe("requires_escalation");
    await open.client.cancelCheckout({ id });
    expect((await take()).status).toBe(303);
    expect(resource(await open.client.getCheckout({ id })).status).toBe("canceled");
    await open.close();
  });
});
