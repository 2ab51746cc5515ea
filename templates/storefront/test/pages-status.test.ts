import { CHECKOUT_MACHINE, CHECKOUT_STATUSES } from "@proto-gen/runtime/commerce";
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
      const marked = [
        ...text.matchAll(/<li\s+aria-current="step"[^>]*>\s*<strong>(\w+)<\/strong>/g),
      ];
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
        const titles = [...drawn.matchAll(/<li[^>]*title="([^"]*)"/g)].map(([, title]) => title);
        const step = titles.find((each) => each?.startsWith(to));
        const why = triggers.map(({ trigger }) => trigger).join(", ");
        expect(step).toBe(why === "" ? to : `${to} by ${why}`);
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

  it("has a way to each kind at its top, with how many there are, requests first", async () => {
    const checkouts = ["a", "b"].map((id) => checkoutRow({ id }));
    const { text } = await call(pagesOf({ ...STOCK, checkouts }), "/");
    const [, nav = ""] = /<nav([\s\S]*?)<\/nav>/.exec(text) ?? [];
    const links = [...nav.matchAll(/<a href="#([a-z]+)">([^<]*)</g)].map(([, to, name]) => [
      to,
      name,
    ]);
    expect(links).toEqual([
      ["requests", "Requests (1)"],
      ["checkouts", "Checkouts (2)"],
      ["orders", "Orders (1)"],
      ["carts", "Carts (1)"],
      ["products", "Products (1)"],
    ]);
    const sections = [...text.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
    expect(sections).toEqual(links.map(([to]) => to));
  });

  it("folds all checkouts but the latest three, each with its status and its total", async () => {
    const checkouts = Array.from({ length: 5 }, (_, index) => checkoutRow({ id: `chk-${index}` }));
    const { text } = await call(pagesOf({ checkouts }), "/");
    const folds = [...text.matchAll(/<details data-key="([^"]*)"([^>]*)>([\s\S]*?)<\/summary>/g)];
    const open = folds.map(([, id, more = ""]) => [id, / open/.test(more)]);
    expect(open).toEqual([
      ["chk-0", true],
      ["chk-1", true],
      ["chk-2", true],
      ["chk-3", false],
      ["chk-4", false],
    ]);
    expect(said(folds[4]?.[3] ?? "")).toMatch(/requires_escalation\s+€49.90/);
  });

  it("folds all requests but the latest ten", async () => {
    const requests = Array.from({ length: 12 }, (_, index) => ({
      ...REQUEST,
      path: `/at-${index}`,
    }));
    const { text } = await call(pagesOf({ requests }), "/");
    const [, fold = ""] = /<details data-key="earlier">([\s\S]*?)<\/details>/.exec(text) ?? [];
    expect(said(fold)).toContain("Earlier requests (2)");
    expect(said(fold).match(/\/at-\d+/g)).toEqual(["/at-10", "/at-11"]);
    expect((await call(pagesOf(), "/")).text).not.toContain("Earlier");
  });

  it("names the id by which a product is bought, and its title once", async () => {
    const variants = [
      { ...PRODUCT.variants![0], title: "Teapot, Blue", id: "teapot-blue" },
      { ...PRODUCT.variants![0], title: "Teapot", id: "teapot-plain" },
      { ...PRODUCT.variants![0], title: undefined, id: "teapot-none" },
    ];
    const text = said((await call(pagesOf({ products: [{ ...PRODUCT, variants }] }), "/")).text);
    expect(text).toContain("teapot-blue Teapot, Blue €25.00");
    expect(text).toContain("teapot-plain Teapot €25.00");
    expect(text).toContain("teapot-none Teapot €25.00");
  });

  it("has the time of day of a request, and its date where it is asked for", async () => {
    const { text } = await call(pagesOf(), "/");
    expect(text).toMatch(
      /<time\s+datetime="2026-11-20T10:00:00Z"\s+title="Nov 20, 2026, 10:00:00\sAM UTC"\s*>10:00:00\sAM<\/time/,
    );
  });

  it("leads to the page of each checkout and of each order", async () => {
    const hrefs = [...(await call(pagesOf(), "/")).text.matchAll(/<a href="(\/[^"]*)"/g)];
    expect(hrefs.map(([, href]) => href).sort()).toEqual([
      "/checkout-sessions/chk-1",
      "/checkout-sessions/chk-1",
      "/orders/order-1",
    ]);
  });

  it("says whose it is in its heading", async () => {
    expect((await call(pagesOf(), "/")).text).toContain("<h1>Teapots</h1>");
  });

  it("reads well where an event has a number and a description", async () => {
    const event = { id: "e", type: "delivered", occurred_at: "2026-11-20T10:00:00Z" };
    const more = { tracking_number: "SB28", description: "It can be downloaded." };
    const fulfillment = { events: [{ ...event, ...more }] };
    const order = { ...ORDER, fulfillment, adjustments: [] };
    const { text } = await call(pagesOf({ orders: [order] }), "/");
    expect(said(text)).toContain("UTC SB28: It can be downloaded.");
    expect(text).not.toContain("Adjustments");
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
  ])("not %s: it shows ids that open sessions", (_, origin, connection, headers) => {
    for (const path of ["/", "/events"]) {
      const request = new Request(origin + path, { headers });
      expect(pagesOf().find(request, connection)).toBeUndefined();
    }
  });

  it("whom the business lets in", async () => {
    const backstage = fakeBackstage(STOCK);
    const mayLook = (request: { headers: Pick<Headers, "get"> }): boolean =>
      request.headers.get("authorization") === "Bearer staff";
    const pages = createPages({ backstage, title: "Teapots", mayLook });
    const init = { headers: { authorization: "Bearer staff" } };
    expect((await call(pages, "/", init, {})).status).toBe(200);
    expect(pages.find(new Request(`${ORIGIN}/`), {})).toBeUndefined();
  });
});
