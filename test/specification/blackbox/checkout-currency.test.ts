/** The currency of checkouts (§2.3, §2.4): of their request, and of the cart or the link that leads to them. */

import { permalinkOf } from "@proto-gen/runtime/commerce";
import { beforeEach, describe, expect, it } from "vitest";
import { business, needs, receiver, shopping } from "../../blackbox/opening.js";
import { overRest, TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER, choosing, kept, shipped, shopper } from "../../blackbox/steps.js";
import { by, SNAP, costs, from } from "../../support/currencies.js";
import { GEO_IP_HEADER } from "../../support/purchase/purchase.js";

beforeEach(() => needs("currencies"));

type Items = readonly (readonly [string, number])[];

describe.each(TRANSPORTS)("the currency of a checkout over %s", (_, speak) => {
  it.each(["USD", "EUR", "JPY"] as const)("§2.4: is that of the request: %s", async (currency) => {
    const platform = await shopping(speak);
    const payload = { ...basket("snap_mint"), currency, context: { address_country: "FR" } };
    const { body } = await platform.ask("create_checkout", { payload, ...by("JP") });
    expect(costs(body).slice(0, 2)).toEqual([currency, SNAP[currency]]);
  });

  it("§2.4: is one that the business sells in: others are refused, with the ones it has", async () => {
    const payload = { ...basket("snap_mint"), currency: "GBP" };
    const { body } = await (await shopping(speak)).ask("create_checkout", { payload });
    expect(body.messages).toMatchObject([
      { code: "currency_unsupported", content: expect.stringMatching(/USD.*EUR.*JPY/) as string },
    ]);
  });

  it.each([
    ["USD", 500, 1_190],
    ["EUR", 450, 1_071],
    ["JPY", 750, 1_785],
  ] as const)("§2.3: is that of all amounts, which add up: %s", async (currency, delivery, off) => {
    const platform = await shopping(speak);
    const discounts = { codes: ["TEN"] };
    const offered = await shipped(platform, { ...basket("snap_mint"), currency }, { discounts });
    const chosen = await platform.update(offered.id, choosing(offered, "Standard"));
    const total = SNAP[currency] - off + delivery;
    expect(Object.fromEntries(chosen.totals.map(({ type, amount }) => [type, amount]))).toEqual({
      subtotal: SNAP[currency],
      discount: off,
      fulfillment: delivery,
      total,
    });
    const [line] = chosen.line_items;
    expect(line?.totals).toContainEqual({ type: "subtotal", amount: SNAP[currency] });
    const { status } = await platform.complete(chosen.id);
    expect(status).toBe("completed");
  });

  it("§2.4: of an update is that of its request, with what was chosen before", async () => {
    const platform = await shopping(speak);
    const offered = await shipped(platform, { ...basket("snap_mint"), currency: "EUR" });
    const chosen = await platform.update(offered.id, choosing(offered, "Express"));
    const yen = await platform.update(chosen.id, { ...kept(chosen), currency: "JPY" });
    expect(costs(yen)).toEqual(["JPY", SNAP.JPY, SNAP.JPY + 2_250]);
  });

  it("§2.3: does not follow geo-IP, by which its items are warned of", async () => {
    const platform = await shopping(speak);
    const payload = basket("developer");
    const { body } = await platform.ask("create_checkout", { payload, ...by("JP") });
    expect(body.currency).toBe("USD");
    const unavailable = { type: "warning", code: "item_unavailable" };
    expect(body.messages).toContainEqual(expect.objectContaining(unavailable));
  });

  it("§2.4: decides from which sum on its buyer reviews it", async () => {
    const platform = await shopping(speak);
    const isReviewed = async (currency: string, items: Items) => {
      const { messages } = await shipped(platform, { ...basket(...items), currency });
      return (messages ?? []).some(({ code }) => code === "high_value_order");
    };
    // $952.00, and $1,071.00: the sum is $1,000.00, which is ¥150,000 and €900.00.
    const below: Items = [["snap_mint", 8]];
    const above: Items = [["snap_mint", 9]];
    for (const currency of ["USD", "EUR", "JPY"]) {
      expect(await isReviewed(currency, below)).toBe(false);
      expect(await isReviewed(currency, above)).toBe(true);
    }
  });
});

describe("an order", () => {
  it("§2.9: has the currency of its checkout, and its amounts", async () => {
    const hooks = await receiver();
    const open = await business({ webhookUrl: hooks.url });
    const platform = shopper(open, overRest);
    const yen = await platform.create({ ...basket("presets"), currency: "JPY", buyer: BUYER });
    await platform.complete(yen.id);
    await open.deliverWebhooks();
    await expect.poll(() => hooks.deliveries.length).toBeGreaterThan(0);
    const [delivery] = hooks.deliveries;
    expect(delivery?.order).toMatchObject({ currency: "JPY", totals: yen.totals });
    expect(delivery?.order.line_items[0]?.item).toMatchObject({ price: 4_350 });
  });
});

describe("a permalink", () => {
  it("§2.3: leads to a checkout in its own currency, whose buyer is where geo-IP says", async () => {
    const open = await business();
    const items = [{ id: "developer", quantity: 2 }];
    const { pathname, search } = new URL(
      permalinkOf("https://shop.example.com/checkout", { currency: "EUR", items }),
    );
    const pageFor = async (country: string): Promise<string> => {
      const headers = { [GEO_IP_HEADER]: country };
      return (await fetch(`${open.url}${pathname}${search}`, { headers })).text();
    };
    expect(await pageFor("FR")).toContain("€32.40");
    expect(await pageFor("FR")).not.toContain("Film developer is not sold there.");
    expect(await pageFor("JP")).toContain("€32.40");
    expect(await pageFor("JP")).toContain("Film developer is not sold there.");
  });
});

describe("the page of a cart", () => {
  /** The page of the checkout that its button leads to. */
  async function checkoutPage(cart: object, country: string): Promise<string> {
    const open = await business();
    const { body } = await shopper(open, overRest).ask("create_cart", { payload: cart });
    const begun = await fetch(`${open.url}/carts/${body.id}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", [GEO_IP_HEADER]: country },
    });
    return begun.text();
  }

  it("§2.7: leads to a checkout in the currency of the cart", async () => {
    expect(await checkoutPage(from("JP"), "FR")).toContain("¥17,850");
    expect(await checkoutPage({ line_items: basket("snap_mint").line_items }, "FR")).toContain(
      "$119",
    );
  });

  it("§2.3: leads to a checkout with its context, or where geo-IP says that its buyer is", async () => {
    const { line_items } = basket("developer");
    const context = { address_country: "FR" };
    expect(await checkoutPage({ line_items }, "JP")).toContain("Film developer is not sold there.");
    expect(await checkoutPage({ line_items, context }, "JP")).not.toContain("not sold there");
  });
});
