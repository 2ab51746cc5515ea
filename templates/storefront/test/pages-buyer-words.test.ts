/** What the buyer's page says, and what it leaves to the agent (§3.2, §3.3). */

import { describe, expect, it } from "vitest";
import { createPages, type CheckoutRow } from "../src/pages/index.js";
import { call, send, tokenIn } from "./pages-call.js";
import { asksFor, checkoutRow, DELIVERY, fakeBackstage } from "./pages-fake.js";

const PATH = "/checkout-sessions/chk-1";
const COUNTRY = "$.fulfillment.methods[0].destinations[0].address_country";
const OPTION = "$.fulfillment.methods[0].groups[0].selected_option_id";
const REVIEW = {
  type: "error",
  content: "Please check an order of this value before you place it.",
  severity: "requires_buyer_review",
} as const;

function shopOf(own: Partial<CheckoutRow>, notice?: string) {
  const backstage = fakeBackstage({ checkouts: [checkoutRow(own)] });
  return { backstage, pages: createPages({ backstage, title: "Teapots", notice }) };
}

async function pageOf(own: Partial<CheckoutRow>, notice?: string): Promise<string> {
  return (await call(shopOf(own, notice).pages, PATH)).text;
}

/** As it is read: without tags, and with one space between words. */
function said(text: string): string {
  return text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

describe("a checkout that waits for its platform", () => {
  it.each(["incomplete", "ready_for_complete"] as const)(
    "and is %s says in the buyer's words what is missing, and not what the platform is told",
    async (status) => {
      const recoverable = { severity: "recoverable" } as const;
      const text = await pageOf({
        status,
        messages: [
          { ...asksFor("$.buyer.email", "An email address is needed."), ...recoverable },
          { type: "warning", content: "It takes two weeks." },
        ],
      });
      expect(text).toContain("This is missing:");
      expect(text).toMatch(/<li>[^<]*[Ee]mail[^<]*<\/li>/);
      expect(text).not.toContain("An email address is needed.");
      expect(text).toContain("It takes two weeks.");
    },
  );

  it("says that there is nothing to do where nothing is missing", async () => {
    const text = await pageOf({ status: "ready_for_complete", messages: [] });
    expect(text).toContain("There is nothing for you to do here now.");
    expect(text).not.toContain("This is missing");
  });

  it("has no heading over nothing", async () => {
    const messages = [{ ...asksFor("$.buyer.email"), severity: "recoverable" as const }];
    expect(await pageOf({ status: "incomplete", messages })).not.toContain("Please note");
  });
});

describe("a message with fields on the form", () => {
  it("is not said above it; one without is", async () => {
    const messages = [
      asksFor("$.fulfillment", "Choose how the items reach the buyer."),
      asksFor(OPTION, "Choose an option."),
      REVIEW,
      asksFor("$.line_items[0]", "It is not sold there."),
    ];
    const text = await pageOf({ messages, fulfillment: DELIVERY });
    expect(text).not.toContain("Choose how the items");
    expect(text).not.toContain("Choose an option.");
    expect(text).toContain("Please check an order of this value before you place it.");
    expect(text).toContain("It is not sold there.");
  });
});

describe("a delivery that is not chosen yet", () => {
  const pending = { messages: [asksFor(OPTION)], fulfillment: DELIVERY };

  it("has no price, and nothing is ordered for one", async () => {
    const text = said(await pageOf(pending));
    expect(text).toContain("Delivery to be chosen");
    expect(text).not.toContain("Delivery €4.90");
    expect(text).toContain("Total so far €49.90");
    expect(text).toContain("Continue");
    expect(text).not.toContain("Place the order");
  });

  it("is named though the totals do not name it", async () => {
    const totals = [{ type: "total", amount: 5000 }];
    const text = said(await pageOf({ ...pending, totals }));
    expect(text).toMatch(/Delivery to be chosen\s+Total so far €50\.00/);
  });

  it("does not let the form place an order: the button did not say so", async () => {
    const { pages, backstage } = shopOf(pending);
    const token = tokenIn(await call(pages, PATH));
    await send(pages, PATH, { token, [OPTION]: "slow" });
    expect(backstage.finished).toMatchObject([{ total: 4990, isPartial: true }]);
  });

  it("once chosen is a price and an order", async () => {
    const { pages, backstage } = shopOf({ messages: [REVIEW], fulfillment: DELIVERY });
    const page = await call(pages, PATH);
    expect(said(page.text)).toContain("Delivery €4.90");
    expect(said(page.text)).toContain("Place the order for €49.90");
    await send(pages, PATH, { token: tokenIn(page) });
    expect(backstage.finished[0]?.isPartial).toBeUndefined();
  });

  it("is not the buyer's mistake where the form had no field for it", async () => {
    const problems = [{ path: OPTION, content: "Choose an option." }];
    const own = checkoutRow({ messages: [asksFor("$.buyer.email")], fulfillment: DELIVERY });
    const backstage = fakeBackstage({ checkouts: [own] }, async (id) => {
      backstage.patch(id, { messages: [asksFor(OPTION)] });
      return { kind: "refused", problems };
    });
    const pages = createPages({ backstage, title: "Teapots" });
    const token = tokenIn(await call(pages, PATH));
    const sent = await send(pages, PATH, { token, "$.buyer.email": "ada@example.com" });
    const { text } = await call(pages, sent.headers["location"] ?? "");
    expect(text).toMatch(
      /class="problems next"[^>]*>[\s\S]*<a href="#field-0">Choose an option\.</,
    );
    expect(text).not.toContain('aria-invalid="true"');
    // The same again is one.
    const again = { token: tokenIn({ status: 200, headers: {}, text }), [OPTION]: "" };
    const left = await send(pages, PATH, again);
    const wrong = (await call(pages, left.headers["location"] ?? "")).text;
    expect(wrong).toContain('class="problems"');
    expect(wrong).toContain('aria-invalid="true"');
  });

  it("is called as the shop calls it, where it has a word of its own", async () => {
    const totals = [
      { type: "fulfillment", amount: 0, display_text: "Courier" },
      { type: "total", amount: 5000, display_text: "In all" },
    ];
    const text = said(await pageOf({ ...pending, totals }));
    expect(text).toContain("Courier to be chosen");
    expect(text).toContain("In all €50.00");
  });

  it("has one heading on the page", async () => {
    const text = await pageOf({ messages: [asksFor("$.fulfillment")], fulfillment: DELIVERY });
    expect(text.match(/<(legend|h2)[^>]*>\s*Delivery\s*</g)).toEqual([
      expect.stringContaining("legend"),
    ]);
  });

  it("tells several parcels apart", async () => {
    const [method] = DELIVERY?.methods ?? [];
    const groups = [...(method?.groups ?? []), ...(method?.groups ?? [])];
    const fulfillment = { methods: [{ type: "shipping", groups }] };
    const text = await pageOf({
      messages: [asksFor("$.fulfillment.methods[0].groups")],
      fulfillment,
    });
    expect(text).toContain("How and when, parcel 1");
    expect(text).toContain("How and when, parcel 2");
  });
});

describe("the country", () => {
  async function countryIn(text: string) {
    const [, select = ""] =
      /<select[^>]*address_country"[^>]*>([\s\S]*?)<\/select>/.exec(text) ?? [];
    const options = [...select.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)</g)];
    return options.map(([, code = "", selected, name = ""]) => ({ code, name, is: !!selected }));
  }
  const messages = [asksFor(COUNTRY)];
  const withCountry = (address_country: string): CheckoutRow["fulfillment"] => ({
    methods: [{ type: "shipping", destinations: [{ id: "home", address_country }] }],
  });

  it("is chosen by its name, in the order of names, and the one that is known is selected", async () => {
    const options = await countryIn(await pageOf({ messages, fulfillment: withCountry("DE") }));
    expect(options).toHaveLength(250);
    expect(options.slice(0, 3).map(({ name }) => name)).toEqual([
      "Choose",
      "Afghanistan",
      "Åland Islands",
    ]);
    expect(options.filter(({ is }) => is)).toEqual([{ code: "DE", name: "Germany", is: true }]);
  });

  it.each(["XX", "Germany"])("stays %s where nobody knows it", async (code) => {
    const options = await countryIn(await pageOf({ messages, fulfillment: withCountry(code) }));
    expect(options.filter(({ is }) => is)).toEqual([{ code, name: code, is: true }]);
  });

  it.each([
    ["DE", "1 Main Street, Germany"],
    ["germany", "1 Main Street, germany"],
    ["<b>", "1 Main Street, &lt;b&gt;"],
  ])("of %s is said where the items go", async (address_country, says) => {
    const home = { id: "home", street_address: "1 Main Street", address_country };
    const methods = [{ type: "shipping", destinations: [home], selected_destination_id: "home" }];
    expect(await pageOf({ messages: [REVIEW], fulfillment: { methods } })).toContain(says);
  });

  it("is written in the language of the pages", async () => {
    const backstage = fakeBackstage({
      checkouts: [checkoutRow({ messages, fulfillment: DELIVERY })],
    });
    const pages = createPages({ backstage, title: "Teekannen", locale: "de" });
    const { text } = await call(pages, PATH);
    expect((await countryIn(text)).find(({ code }) => code === "DE")?.name).toBe("Deutschland");
  });
});

describe("words of the form", () => {
  it("say what is optional", async () => {
    const text = await pageOf({ messages: [asksFor("$.fulfillment")], fulfillment: DELIVERY });
    expect(text).toContain("First name (optional)");
    expect(text).not.toContain("if any");
  });

  it("say the shop's notice by the button, escaped, and nothing unless there is one", async () => {
    const text = await pageOf({}, "This is a <b>sandbox</b>: nothing is charged.");
    const [, form = ""] = /<form([\s\S]*)<\/form>/.exec(text) ?? [];
    expect(form).toContain("This is a &lt;b&gt;sandbox&lt;/b&gt;: nothing is charged.");
    expect(form).toMatch(/class="notice"[\s\S]*<button/);
    expect(await pageOf({})).not.toContain("notice");
    expect(await pageOf({ status: "canceled" }, "Nothing is charged.")).not.toContain("notice");
  });
});
