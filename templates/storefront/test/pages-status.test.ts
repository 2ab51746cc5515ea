import { CHECKOUT_MACHINE, CHECKOUT_STATUSES } from "@proto-gen/runtime/checkout";
import { describe, expect, it } from "vitest";
import { createPages } from "../src/pages/index.js";
import { call, ORIGIN } from "./pages-call.js";
import { CART, checkoutRow, fakeBackstage, ORDER, PRODUCT, REQUEST } from "./pages-fake.js";

const STOCK = {
  products: [PRODUCT],
  carts: [CART],
  checkouts: [checkoutRow()],
  orders: [ORDER],
  requests: [REQUEST],
};

function pagesOf(
  stock: Parameters<typeof fakeBackstage>[0] = STOCK,
): ReturnType<typeof createPages> {
  return createPages({ backstage: fakeBackstage(stock), title: "Teapots" });
}

/** As it is read: without tags, and with one space between words. */
function said(text: string): string {
  return text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

describe("the status page", () => {
  it.each([
    ["products with prices", "Teapot Red €25.00 yes"],
    ["carts", "Cart cart-1"],
    ["checkouts", "Checkout chk-1"],
    ["messages of a checkout, with their paths", "We need an email address. $.buyer.email"],
    ["orders with their lines", "Teapot: 1 of 2, partial"],
    ["events of an order", "shipped Nov 20, 2026, 10:00:00 AM UTC Post, T-1"],
    ["adjustments of an order", "refund, pending Nov 21, 2026, 10:00:00 AM UTC -€25.00"],
    ["requests", "POST /proto/v1/checkout-sessions create_checkout"],
    ["who called", "of https://agent.example/profile.json"],
    ["answers", "400 invalid_request 12 ms"],
    ["issues", "/line_items/0/quantity must be an integer"],
  ])("shows %s", async (_, text) => {
    expect(said((await call(pagesOf(), "/")).text)).toContain(text);
  });

  it("says where there is nothing", async () => {
    const { text } = await call(pagesOf({}), "/");
    expect(text.match(/None yet/g)).toHaveLength(5);
  });

  it.each(CHECKOUT_STATUSES)(
    "marks %s as the current step, and no other (§3.1)",
    async (status) => {
      const { text } = await call(pagesOf({ checkouts: [checkoutRow({ status })] }), "/");
      const marked = [...text.matchAll(/<li aria-current="step">\s*<strong>(\w+)<\/strong>/g)];
      expect(marked.map(([, name]) => name)).toEqual([status]);
    },
  );

  it.each(CHECKOUT_STATUSES)(
    "draws what leads on from %s, from the machine itself",
    async (status) => {
      const { text } = await call(pagesOf({ checkouts: [checkoutRow({ status })] }), "/");
      const [, drawn = ""] = /<ol class="machine"[^>]*>([\s\S]*?)<\/ol>/.exec(text) ?? [];
      for (const to of CHECKOUT_STATUSES) {
        const triggers = CHECKOUT_MACHINE.filter(
          (row) => row.from === status && row.to.includes(to),
        );
        const step = drawn.split("</li>").find((each) => said(each).trim().startsWith(to)) ?? "";
        const why = triggers.map(({ trigger }) => trigger).join(", ");
        expect(said(step).trim()).toBe(why === "" ? to : `${to} by ${why}`);
      }
    },
  );

  it("lists each transition of the machine once", async () => {
    const { text } = await call(pagesOf(), "/");
    const [, table = ""] = /<details>([\s\S]*?)<\/details>/.exec(text) ?? [];
    const rows = table.split("</tr>").map((row) => said(row).trim());
    for (const { from = "nothing", trigger, to } of CHECKOUT_MACHINE)
      expect(rows).toContain(`${from} ${trigger} ${to.join(", ")}`);
  });

  it("shows fifty of each kind, and says how many more there are", async () => {
    const carts = Array.from({ length: 60 }, (_, index) => ({ ...CART, id: `cart-${index}` }));
    const { text } = await call(pagesOf({ carts }), "/");
    expect(text.match(/<article>/g)).toHaveLength(50);
    expect(text).toContain("And 10 more.");
  });

  it("writes what is no currency and no time as it is", async () => {
    const cart = { ...CART, currency: "<b>", totals: [{ type: "total", amount: 0.5 }] };
    const { text } = await call(
      pagesOf({ carts: [cart], requests: [{ ...REQUEST, time: "soon" }] }),
      "/",
    );
    expect(text).toContain("0.5 &lt;b&gt;");
    expect(text).toContain("soon");
  });

  it.each([
    ["JPY", 1234, "¥1,234"],
    ["KWD", 1234, "KWD 1.234"],
    ["USD", -5, "-$0.05"],
    ["USD", Number.MAX_SAFE_INTEGER, "$90,071,992,547,409.91"],
  ])("writes amounts of %s in its own minor units", async (currency, amount, written) => {
    const cart = { ...CART, currency, line_items: [], totals: [{ type: "total", amount }] };
    expect(said((await call(pagesOf({ carts: [cart] }), "/")).text)).toContain(written);
  });
});

describe("who sees the status page", () => {
  it.each([
    ["another machine", ORIGIN, { remoteAddress: "203.0.113.9" }, {}],
    ["nobody knows who", ORIGIN, {}, {}],
    ["a name that leads here", "http://evil.example", { remoteAddress: "127.0.0.1" }, {}],
    ["a proxy here", ORIGIN, { remoteAddress: "127.0.0.1" }, { "x-forwarded-for": "203.0.113.9" }],
  ])("not %s: it shows ids that open sessions", async (_, origin, connection, headers) => {
    for (const path of ["/", "/events"]) {
      const request = new Request(origin + path, { headers });
      expect(await pagesOf().answer(request, connection)).toBeUndefined();
    }
  });

  it("whom the business lets in", async () => {
    const backstage = fakeBackstage(STOCK);
    const mayLook = (request: { headers: Pick<Headers, "get"> }): boolean =>
      request.headers.get("authorization") === "Bearer staff";
    const pages = createPages({ backstage, title: "Teapots", mayLook });
    const init = { headers: { authorization: "Bearer staff" } };
    expect((await call(pages, "/", init, {})).status).toBe(200);
    expect(await pages.answer(new Request(`${ORIGIN}/`))).toBeUndefined();
  });
});
