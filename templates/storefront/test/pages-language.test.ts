/** The language of the buyers' pages: that of the checkout or the cart, then those of the browser, then the shop's own. */

import { describe, expect, it } from "vitest";
import { createPages, type CheckoutRow } from "../src/pages/index.js";
import { TEXTS } from "../src/pages/texts.js";
import { call, send, tokenIn } from "./pages-call.js";
import { asksFor, checkoutRow, fakeBackstage, ORDER } from "./pages-fake.js";

const PATH = "/checkout-sessions/chk-1";
const GERMAN = { context: { language: "de-AT" } };

function pagesOf(own: Partial<CheckoutRow> = {}, locale?: string) {
  const checkout = checkoutRow(own);
  const order = { ...ORDER, checkout_id: checkout.id };
  const backstage = fakeBackstage({
    checkouts: [checkout],
    carts: [{ ...checkout, id: "cart-1" }],
    orders: [order],
  });
  return createPages({ backstage, title: "Teapots", locale });
}

async function pageOf(own: Partial<CheckoutRow>, accepted = "", path = PATH): Promise<string> {
  return (await call(pagesOf(own), path, { headers: { "accept-language": accepted } })).text;
}

function languageOf(page: string): string | undefined {
  return /<html lang="([^"]+)">/.exec(page)?.[1];
}

describe("the language of a buyer's page", () => {
  it.each([
    ["that of the checkout, whatever the browser prefers", GERMAN, "en", "de"],
    ["the best of the browser's that there are texts in", {}, "fr, en;q=0.3, de-CH;q=0.7", "de"],
    [
      "the browser's where the checkout's has no texts",
      { context: { language: "ja" } },
      "de",
      "de",
    ],
    ["not one that the browser refuses", {}, "de;q=0, en", "en"],
    ["the shop's own where nothing else is known", {}, "", "en"],
    ["the shop's own for a header that is none", {}, ";;,,q=;de;;=", "en"],
    ["the shop's own for a language that is no text", { context: { language: 5 } }, "", "en"],
  ])("is %s", async (_, own, accepted, language) => {
    const page = await pageOf(own, accepted);
    expect(languageOf(page)).toBe(language);
    expect(page).toContain(`<h1>${TEXTS[language as "de"].finishCheckout}</h1>`);
  });

  it.each([
    ["a cart", "/carts/cart-1", TEXTS.de.yourCart],
    ["an order, by its checkout", `/orders/${ORDER.id}`, TEXTS.de.yourOrder],
  ])("is also that of the page of %s", async (_, path, title) => {
    const page = await pageOf(GERMAN, "", path);
    expect([languageOf(page), page.includes(`<h1>${title}</h1>`)]).toEqual(["de", true]);
  });

  it("is the browser's on a page of nothing", async () => {
    const page = await pageOf({}, "de", "/carts/none");
    expect([languageOf(page), page.includes(TEXTS.de.nothingHere)]).toEqual(["de", true]);
  });

  it("is the shop's own where that has texts", async () => {
    expect(languageOf((await call(pagesOf({}, "de-DE"), PATH)).text)).toBe("de");
    expect(languageOf((await call(pagesOf({}, "fr"), PATH)).text)).toBe("en");
  });

  it("has its amounts, its countries and its names of totals", async () => {
    const totals = [
      { type: "subtotal", amount: 123_456 },
      { type: "total", amount: 123_456 },
    ];
    const asked = asksFor("$.fulfillment.methods[0].destinations[0].address_country");
    const page = await pageOf({ ...GERMAN, currency: "EUR", totals, messages: [asked] });
    expect(page).toMatch(/1\.234,56\s€/);
    expect(page).toContain("<dt>Zwischensumme</dt>");
    expect(page).toContain(">Deutschland</option>");
  });

  it("is that of what was wrong with a form", async () => {
    const pages = pagesOf({ ...GERMAN, messages: [asksFor("$.buyer.email")] });
    const token = tokenIn(await call(pages, PATH));
    const sent = await send(pages, PATH, { token, "$.buyer.email": "no address" });
    const page = await call(pages, sent.headers["location"] ?? "");
    expect(page.text).toContain(TEXTS.de.noEmail);
    expect(page.text).toContain(TEXTS.de.notPlacedYet);
  });
});

it("has every text in every language, and none twice the same", () => {
  for (const [name, text] of Object.entries(TEXTS.de))
    if (typeof text === "string")
      expect(text, name).not.toBe(TEXTS.en[name as keyof typeof TEXTS.en]);
});
