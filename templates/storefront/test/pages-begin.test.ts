/** Checkouts that a buyer begins on the shop's own pages: from a permalink (§3.3), and from a cart (§2.7). */

import { permalinkOf } from "@proto-gen/runtime/commerce";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

let open: TestShop;
beforeAll(async () => {
  open = await openTestShop();
});
afterAll(() => open.close());

/** On the port that is not TLS. */
function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${open.shop.url}${path}`, { redirect: "manual", ...init });
}

function permalink(items: readonly { readonly id: string; readonly quantity: number }[]): string {
  const { pathname, search } = new URL(
    permalinkOf("https://shop.example.com/checkout", { currency: "USD", items }),
  );
  return pathname + search;
}

async function sessions(): Promise<number> {
  return (await open.shop.checkouts.latest(100)).length;
}

describe("a permalink", () => {
  it("leads to a checkout that the buyer finishes on the shop's page", async () => {
    const answer = await ask(permalink([{ id: "presets", quantity: 2 }]));
    expect(answer.status).toBe(303);
    const location = answer.headers.get("location") ?? "";
    const id = decodeURIComponent(location.split("/").at(-1) ?? "");
    expect(await open.shop.checkouts.get(id)).toMatchObject({
      status: "requires_escalation",
      line_items: [{ item: { id: "presets" }, quantity: 2 }],
    });
    const page = await (await ask(location)).text();
    expect(page).toMatch(/<form[^>]*method="post"/);
    expect(page).toContain("email");
  });

  it("says why nothing of it can be bought, and begins nothing", async () => {
    const before = await sessions();
    const page = await (await ask(permalink([{ id: "bag_l", quantity: 1 }]))).text();
    expect(page).toContain("None of it is in stock: ");
    expect((await ask("/checkout?checkout=nonsense")).status).toBe(404);
    expect((await ask("/checkout")).status).toBe(404);
    await ask(permalink([{ id: "presets", quantity: 1 }]), { method: "HEAD" });
    expect(
      (await ask(permalink([{ id: "presets", quantity: 1 }]), { method: "POST" })).status,
    ).toBe(405);
    expect(await sessions()).toBe(before);
  });

  it("gives no platform the session that it leads to", async () => {
    const answer = await ask(permalink([{ id: "presets", quantity: 1 }]));
    const id = decodeURIComponent(answer.headers.get("location")?.split("/").at(-1) ?? "");
    await expect(open.client.getCheckout({ id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the page of a cart", () => {
  it("leads to a checkout with the lines and the buyer of the cart", async () => {
    const buyer = { email: "ada@example.com" };
    const line_items = [{ item: { id: "presets" }, quantity: 3 }];
    const cart = resource(await open.client.createCart({ line_items, buyer }));
    const path = new URL(cart.continue_url ?? "").pathname;
    expect(await (await ask(path)).text()).toContain("Check out");
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const answer = await ask(path, { method: "POST", headers });
    expect(answer.status).toBe(303);
    const id = decodeURIComponent(answer.headers.get("location")?.split("/").at(-1) ?? "");
    expect(await open.shop.checkouts.get(id)).toMatchObject({
      status: "requires_escalation",
      line_items: [{ item: { id: "presets" }, quantity: 3 }],
      buyer,
    });
  });

  it("takes its button's form from its own page alone", async () => {
    const line_items = [{ item: { id: "presets" }, quantity: 1 }];
    const cart = resource(await open.client.createCart({ line_items }));
    const { pathname } = new URL(cart.continue_url ?? "");
    const before = await sessions();
    const headers = { "Sec-Fetch-Site": "cross-site" };
    expect((await ask(pathname, { method: "POST", headers })).status).toBe(403);
    expect((await ask(pathname, { method: "POST" })).status).toBe(403);
    expect(await sessions()).toBe(before);
  });
});
