/** Where a buyer goes on without the platform (§2.7, §3.3): a permalink, the page of a cart, the page of a checkout. */

import { describe, expect, it } from "vitest";
import { permalinkOf } from "@proto-gen/runtime/commerce";
import type { Purchase } from "../../blackbox/fixture.js";
import { business, expectCharges, needs } from "../../blackbox/opening.js";
import { there } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER, shopper } from "../../blackbox/steps.js";
import { finishOnPage, formIn, sendForm } from "../../support/purchase/buyer-page.js";

/** The URL of a page at the address of the business: links to buyers are https, which not every process speaks. */
function pageAt({ url }: Purchase, link: string | undefined): string {
  const { pathname, search } = new URL(there(link, "link"));
  return url + pathname + search;
}

function permalink(open: Purchase, id: string, quantity: number): string {
  const items = [{ id, quantity }];
  return pageAt(open, permalinkOf("https://shop.example/checkout", { currency: "USD", items }));
}

function open(url: string): Promise<Response> {
  return fetch(url, { redirect: "manual" });
}

describe("a permalink", () => {
  it("§3.3: leads to the page of a checkout of its items", async () => {
    needs("cart pages");
    const shop = await business();
    const answer = await open(permalink(shop, "presets", 2));
    expect(answer.status).toBe(303);
    const location = there(answer.headers.get("location"), "location");
    expect(location).toMatch(/^\/checkout-sessions\//);
    const page = await (await open(shop.url + location)).text();
    expect(page).toContain("Film look presets");
    expect(page).toContain("$58.00");
    expect(formIn(page)?.has("$.buyer.email")).toBe(true);
  });

  it("§3.3: that nothing can be made of leads nowhere, and says why", async () => {
    needs("cart pages");
    const shop = await business();
    const soldOut = await open(permalink(shop, "film_snap", 1));
    expect(soldOut.status).toBe(200);
    expect(await soldOut.text()).toContain("None of it is in stock: ");
    expect((await open(`${shop.url}/checkout?checkout=nonsense`)).status).toBe(404);
  });
});

describe.each(TRANSPORTS)("the page of a cart made over %s", (_, speak) => {
  it("§2.7: leads to a checkout with its lines and its buyer", async () => {
    needs("cart pages");
    const shop = await business();
    const payload = { line_items: basket(["presets", 2]).line_items, buyer: BUYER };
    const { body } = await shopper(shop, speak).ask("create_cart", { payload });
    const page = pageAt(shop, body.continue_url);
    const cart = await (await open(page)).text();
    expect(cart).toContain("Film look presets");
    const next = await sendForm(page, there(formIn(cart), "form"));
    expect(new URL(next).pathname).toMatch(/^\/checkout-sessions\//);
    const checkout = await (await open(next)).text();
    expect(checkout).toContain("Film look presets");
    expect(checkout).toContain("$58.00");
    expect(checkout).toContain(BUYER.email);
  });
});

describe.each(TRANSPORTS)("the page of a checkout made over %s", (_, speak) => {
  it("§3.3: is where continue_url leads, and where its buyer places the order", async () => {
    const shop = await business();
    const by = shopper(shop, speak);
    const handed = await by.create({ ...basket(["presets", 40]), buyer: BUYER });
    expect(handed.status).toBe("requires_escalation");
    const page = pageAt(shop, handed.continue_url);
    expect(await (await open(page)).text()).toContain("Film look presets");
    await finishOnPage(shop.url, handed.id);
    const { status, order } = await by.read(handed.id);
    expect(status).toBe("completed");
    expectCharges(shop, handed.id, 1);
    const kept = await (await open(pageAt(shop, order?.permalink_url))).text();
    expect(kept).toContain("Film look presets");
  });
});
