import type { CheckoutStatus } from "@proto-gen/runtime/commerce";
import { describe, expect, it } from "vitest";
import { createPages, type Pages } from "../src/pages/index.js";
import { call, FROM_HERE, ORIGIN, send, tokenIn, type Told } from "./pages-call.js";
import { asksFor, checkoutRow, DELIVERY, fakeBackstage, type Finish } from "./pages-fake.js";

const PATH = "/checkout-sessions/chk-1";
const EMAIL = { "$.buyer.email": "ada@example.com" };

type Row = Parameters<typeof checkoutRow>[0];

interface Shop {
  readonly backstage: ReturnType<typeof fakeBackstage>;
  readonly pages: Pages;
  /** Milliseconds. */
  readonly wait: (time: number) => void;
}

function shopOf(own: Row = {}, finish?: Finish): Shop {
  const backstage = fakeBackstage({ checkouts: [checkoutRow(own)] }, finish);
  let time = Date.parse("2026-11-20T10:00:00Z");
  const pages = createPages({ backstage, title: "Teapots", now: () => time });
  return { backstage, pages, wait: (more) => void (time += more) };
}

/** The form of the page as it is now, filled in with these. */
async function fill({ pages }: Shop, fields: Readonly<Record<string, string>>): Promise<Told> {
  return send(pages, PATH, { ...fields, token: tokenIn(await call(pages, PATH)) });
}

/** Where a form leads. */
async function follow({ pages }: Shop, { status, headers }: Told): Promise<Told> {
  expect(status).toBe(303);
  return call(pages, headers["location"] ?? "");
}

function titleIn({ text }: Told): string | undefined {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
}

function namesIn({ text }: Told): string[] {
  return [...text.matchAll(/name="(\$[^"]*)"/g)].map(([, name = ""]) =>
    name.replace(/&#39;/g, "'"),
  );
}

describe("the page of a continue_url (§3.3)", () => {
  it.each<[CheckoutStatus, string, boolean]>([
    ["incomplete", "Your checkout", true],
    ["requires_escalation", "Finish your checkout", true],
    ["ready_for_complete", "Your checkout", true],
    ["complete_in_progress", "Your order is being placed", false],
    ["completed", "Your order is placed", false],
    ["canceled", "This checkout is canceled", false],
  ])("of %s is %j", async (status, title, hasForm) => {
    const page = await call(shopOf({ status }).pages, PATH);
    expect(page.status).toBe(200);
    expect(titleIn(page)).toBe(title);
    expect(page.text.includes("<form")).toBe(hasForm);
  });

  it("says that a checkout has expired", async () => {
    const shop = shopOf({ status: "canceled", expires_at: "2026-11-20T09:59:59Z" });
    expect(titleIn(await call(shop.pages, PATH))).toBe("This checkout has expired");
  });

  it.each(["none", "chk-1%00", "%E0%A4%A", "..%2F..%2Fetc", "__proto__", "x".repeat(5000)])(
    "is 404 for the unknown id %s, which it does not say again",
    async (id) => {
      const page = await call(shopOf().pages, `/checkout-sessions/${id}`);
      expect(page.status).toBe(404);
      expect(page.text).not.toContain(id);
    },
  );

  it("has the lines, the totals in the currency, the messages and the terms", async () => {
    const messages = [asksFor("$.buyer.email"), asksFor("$.line_items[0]", "It is the last one.")];
    const { text } = await call(shopOf({ messages }).pages, PATH);
    const said = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    expect(said).toContain("2 × Teapot €50.00");
    expect(said).toContain("Discount -€5.00");
    expect(said).toContain("Total €49.90");
    expect(said).toContain("It is the last one.");
    expect(said).toContain("Place the order for €49.90");
    expect(text).toContain('href="https://shop.example.com/privacy"');
  });

  it("shows nothing of the payment (§2.5)", async () => {
    const credential = { type: "token", token: "tok_secret" };
    const payment = { instruments: [{ id: "pi-1", credential, display: { last_digits: "4242" } }] };
    const shop = shopOf({ payment } as Row);
    for (const path of [PATH, "/"]) {
      expect((await call(shop.pages, path)).text).not.toMatch(/tok_secret|4242/);
    }
  });

  it.each(["javascript:alert(1)", "data:text/html,x", " https://a b", "//evil.example"])(
    "links to no address like %s",
    async (url) => {
      const order = { id: "order-1", permalink_url: url };
      const links = [{ type: "terms_of_service", url }];
      const { text } = await call(shopOf({ status: "completed", order, links }).pages, PATH);
      const hrefs = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
      expect(hrefs).not.toContain(url);
    },
  );
});

describe("fields that the messages ask for", () => {
  const address = (at: string): string[] =>
    [
      "first_name",
      "last_name",
      "street_address",
      "extended_address",
      "postal_code",
      "address_locality",
      "address_region",
      "address_country",
    ].map((name) => `${at}.${name}`);
  const method = "$.fulfillment.methods[0]";

  it.each([
    ["$.buyer.email", ["$.buyer.email"]],
    ["$['buyer']['email']", ["$.buyer.email"]],
    ['$["buyer"].phone_number', ["$.buyer.phone_number"]],
    [
      "$.buyer",
      ["$.buyer.first_name", "$.buyer.last_name", "$.buyer.email", "$.buyer.phone_number"],
    ],
    [`${method}.destinations`, address(`${method}.destinations[0]`)],
    [`${method}.selected_destination_id`, address(`${method}.destinations[0]`)],
    [`${method}.destinations[0].postal_code`, [`${method}.destinations[0].postal_code`]],
    [`${method}.groups[0].selected_option_id`, [`${method}.groups[0].selected_option_id`]],
    [`${method}.groups`, [`${method}.groups[0].selected_option_id`]],
    [
      "$.fulfillment",
      [...address(`${method}.destinations[0]`), `${method}.groups[0].selected_option_id`],
    ],
    ["$.fulfillment.methods[7].destinations", []],
    ["$.buyer.__proto__", []],
    ["$.buyer.constructor", []],
    ["$..email", []],
    ["$.buyer[*]", []],
    ["buyer.email", []],
    [`$${".a".repeat(5000)}`, []],
    ["$.line_items[0].quantity", []],
  ])("%s", async (path, names) => {
    const shop = shopOf({ messages: [asksFor(path)], fulfillment: DELIVERY });
    expect(namesIn(await call(shop.pages, PATH))).toEqual(names);
  });

  it("none for what the buyer only has to see, and none for what nobody can mend", async () => {
    const messages = [
      { ...asksFor("$.buyer.email"), type: "warning" },
      { ...asksFor("$.buyer.email"), severity: "unrecoverable" as const },
      { ...asksFor("$.buyer.email", "Look at this."), path: undefined },
    ];
    const page = await call(shopOf({ messages }).pages, PATH);
    expect(namesIn(page)).toEqual([]);
    expect(page.text).toContain("Look at this.");
  });

  it("each once, with what the checkout has already", async () => {
    const messages = [asksFor("$.buyer.email"), asksFor("$['buyer'].email")];
    const page = await call(shopOf({ messages, buyer: { email: "a@b.example" } }).pages, PATH);
    expect(namesIn(page)).toEqual(["$.buyer.email"]);
    expect(page.text).toContain('value="a@b.example"');
  });

  it("a shop to fetch it from, where there are several", async () => {
    const methods = [
      {
        type: "pickup",
        destinations: [
          { id: "a", name: "Mitte", address: { street_address: "Main 1" } },
          { id: "b", name: "Nord" },
        ],
      },
    ];
    const path = "$.fulfillment.methods[0].selected_destination_id";
    const { text } = await call(
      shopOf({ messages: [asksFor(path)], fulfillment: { methods } }).pages,
      PATH,
    );
    expect(text).toContain('<option value="a">Mitte, Main 1</option>');
  });
});

describe("a form that is sent", () => {
  it("places the order once, with what was asked for alone, and leads to the page", async () => {
    const shop = shopOf();
    const sent = await fill(shop, { ...EMAIL, "$.totals": "0", "$.buyer.first_name": "Eve" });
    expect(sent.headers["location"]).toBe(PATH);
    expect(shop.backstage.finished).toEqual([
      {
        id: "chk-1",
        attempt: expect.stringMatching(/^[\w-]{22}$/),
        total: 4990,
        values: [{ path: "$.buyer.email", value: "ada@example.com" }],
        isSeen: expect.any(Function),
      },
    ]);
    expect(titleIn(await follow(shop, sent))).toBe("Your order is placed");
  });

  it("of an escalation that asks for nothing places the order too", async () => {
    const shop = shopOf({
      messages: [{ type: "error", content: "Over 1,000.", severity: "requires_buyer_review" }],
    });
    await fill(shop, {});
    expect(shop.backstage.finished).toMatchObject([{ values: [] }]);
  });

  it.each([
    ["$.buyer.email", "", "Email is missing."],
    ["$.buyer.email", "   ", "Email is missing."],
    ["$.buyer.email", "ada", "This is no email address"],
    ["$.buyer.email", `${"a".repeat(300)}@b.example`, "Email is too long."],
    ["$.buyer.first_name", "Ada\r\nBcc: x", "characters that cannot be there"],
    ["$.buyer.phone_number", "030 1234", "This is no phone number with its country"],
    ["$.fulfillment.methods[0].destinations[0].address_country", "Germany", "two letters"],
    ["$.fulfillment.methods[0].groups[0].selected_option_id", "free", "Choose one of these."],
    ["$.fulfillment.methods[0].groups[0].selected_option_id", "", "How and when is missing."],
  ])("with %s of %j is shown again, with what is wrong at its field", async (path, value, says) => {
    const shop = shopOf({ messages: [asksFor(path)], fulfillment: DELIVERY });
    const page = await follow(shop, await fill(shop, { [path]: value }));
    expect(shop.backstage.finished).toEqual([]);
    expect(page.text).toContain('aria-describedby="field-0-problem"');
    expect(/id="field-0-problem">([^<]*)/.exec(page.text)?.[1]).toContain(says);
    expect(page.text).toContain('<a href="#field-0">');
  });

  it.each([
    ["$.buyer.phone_number", " +49 (30) 123-456 ", "+4930123456"],
    ["$.fulfillment.methods[0].destinations[0].address_country", "de", "DE"],
    ["$.fulfillment.methods[0].groups[0].selected_option_id", "fast", "fast"],
  ])("gives %s as it is kept: %j is %j", async (path, value, kept) => {
    const shop = shopOf({ messages: [asksFor(path)], fulfillment: DELIVERY });
    await fill(shop, { [path]: value });
    expect(shop.backstage.finished).toMatchObject([{ values: [{ path, value: kept }] }]);
  });

  it("keeps what was right, and has none of it in a URL", async () => {
    const shop = shopOf({ messages: [asksFor("$.buyer")] });
    const sent = await fill(shop, { "$.buyer.email": "ada@example.com" });
    expect(sent.headers["location"]).toMatch(/^\/checkout-sessions\/chk-1\?attempt=[\w-]{22}$/);
    expect((await follow(shop, sent)).text).toContain('value="ada@example.com"');
  });

  it("shows what the business objects to, next to its field and without one", async () => {
    const problems = [
      { path: "$.buyer.email", content: "We know no Ada." },
      { content: "Closed." },
    ];
    const shop = shopOf({}, async () => ({ kind: "refused", problems }));
    const { text } = await follow(shop, await fill(shop, EMAIL));
    expect(text).toMatch(/id="field-0-problem">\s*We know no Ada\./);
    expect(text).toContain("<li>Closed.</li>");
  });

  it("that makes the checkout another is not an order yet: the buyer sees the new total", async () => {
    const path = "$.fulfillment.methods[0].groups[0].selected_option_id";
    const shop = shopOf({ messages: [asksFor(path)], fulfillment: DELIVERY }, async (id, form) => {
      if (form.total === 5490) return { kind: "completed" };
      const totals = [{ type: "total", amount: 5490 }];
      const review = {
        type: "error",
        content: "Look.",
        severity: "requires_buyer_review" as const,
      };
      shop.backstage.patch(id, { totals, messages: [review] });
      return { kind: "review" };
    });
    const page = await follow(shop, await fill(shop, { [path]: "fast" }));
    expect(page.text).toContain("The order is not placed yet");
    expect(page.text).toContain("Place the order for €54.90");
    expect(titleIn(await follow(shop, await fill(shop, {})))).toBe("Your order is placed");
    expect(shop.backstage.finished.map(({ total }) => total)).toEqual([4990, 5490]);
  });

  it("that the business refuses without a word is said not to be an order", async () => {
    const shop = shopOf({}, async () => ({ kind: "refused", problems: [] }));
    const { text } = await follow(shop, await fill(shop, EMAIL));
    expect(text).toContain("The order is not placed yet");
  });

  it("that the business fails at can be sent again", async () => {
    let tries = 0;
    const shop = shopOf({}, async () => {
      tries += 1;
      if (tries === 1) throw new Error("password=hunter2");
      return { kind: "completed" };
    });
    const { text } = await follow(shop, await fill(shop, EMAIL));
    expect(text).toContain("Please try again.");
    expect(text).not.toContain("hunter2");
    expect(titleIn(await follow(shop, await fill(shop, EMAIL)))).toBe("Your order is placed");
  });

  it("of a checkout that has changed since is not an order: the buyer looks again", async () => {
    const shop = shopOf();
    const token = tokenIn(await call(shop.pages, PATH));
    shop.backstage.patch("chk-1", { totals: [{ type: "total", amount: 9990 }] });
    const page = await follow(shop, await send(shop.pages, PATH, { ...EMAIL, token }));
    expect(shop.backstage.finished).toEqual([]);
    expect(page.text).toContain("has changed");
    expect(titleIn(await follow(shop, await fill(shop, EMAIL)))).toBe("Your order is placed");
  });

  it.each<CheckoutStatus>(["completed", "canceled", "ready_for_complete", "complete_in_progress"])(
    "of a session that is %s by now places nothing",
    async (status) => {
      const shop = shopOf();
      const token = tokenIn(await call(shop.pages, PATH));
      shop.backstage.patch("chk-1", { status });
      const sent = await send(shop.pages, PATH, { ...EMAIL, token });
      expect([sent.status, sent.headers["location"]]).toEqual([303, PATH]);
      expect(shop.backstage.finished).toEqual([]);
    },
  );

  it("does not tell one session what another has been sent", async () => {
    const shop = shopOf();
    const { headers } = await fill(shop, { "$.buyer.email": "nobody's-business" });
    const other = checkoutRow({ id: "chk-2" });
    shop.backstage.put({ checkouts: [checkoutRow(), other] });
    const query = headers["location"]?.split("?")[1] ?? "";
    const { text } = await call(shop.pages, `/checkout-sessions/chk-2?${query}`);
    expect(text).not.toContain("business");
  });
});

describe("a form that is sent twice", () => {
  it("at the same time places one order, and both lead to it", async () => {
    const shop = shopOf();
    const token = tokenIn(await call(shop.pages, PATH));
    const both = await Promise.all([1, 2].map(() => send(shop.pages, PATH, { ...EMAIL, token })));
    expect(both.map(({ headers }) => headers["location"])).toEqual([PATH, PATH]);
    expect(shop.backstage.finished).toHaveLength(1);
  });

  it("later is not looked at again", async () => {
    const shop = shopOf({}, async () => ({ kind: "refused", problems: [{ content: "Closed." }] }));
    const token = tokenIn(await call(shop.pages, PATH));
    const first = await send(shop.pages, PATH, { ...EMAIL, token });
    const second = await send(shop.pages, PATH, { ...EMAIL, token });
    expect(second.headers["location"]).toBe(first.headers["location"]);
    expect(shop.backstage.finished).toHaveLength(1);
  });

  it("from two tabs places one order", async () => {
    const shop = shopOf();
    const tokens = await Promise.all([1, 2].map(async () => tokenIn(await call(shop.pages, PATH))));
    expect(new Set(tokens).size).toBe(2);
    await Promise.all(tokens.map((token) => send(shop.pages, PATH, { ...EMAIL, token })));
    expect(shop.backstage.finished).toHaveLength(1);
  });
});

describe("a form that is not from our page", () => {
  it.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sibling of ours", { "sec-fetch-site": "same-site" }],
    ["no site", { "sec-fetch-site": "none" }],
    ["another origin", { origin: "https://evil.example" }],
    ["a hidden origin", { origin: "null" }],
    ["another site, with our origin", { "sec-fetch-site": "cross-site", origin: ORIGIN }],
    ["nobody knows where", {}],
  ])("but from %s is refused with a right token", async (_, headers) => {
    const shop = shopOf();
    const token = tokenIn(await call(shop.pages, PATH));
    expect((await send(shop.pages, PATH, { ...EMAIL, token }, headers)).status).toBe(403);
    expect(shop.backstage.finished).toEqual([]);
  });

  it("is told by its origin where the browser says no more", async () => {
    const shop = shopOf();
    const token = tokenIn(await call(shop.pages, PATH));
    const sent = await send(shop.pages, PATH, { ...EMAIL, token }, { origin: ORIGIN });
    expect(sent.status).toBe(303);
  });

  it("is refused without a token, with one that was touched, of another session, or too old", async () => {
    const shop = shopOf();
    shop.backstage.put({ checkouts: [checkoutRow(), checkoutRow({ id: "chk-2" })] });
    const token = tokenIn(await call(shop.pages, PATH));
    const other = tokenIn(await call(shop.pages, "/checkout-sessions/chk-2"));
    const parts = token.split(".");
    const touched = parts.map((part, index) =>
      parts.with(index, (part.startsWith("a") ? "b" : "a") + part.slice(1)).join("."),
    );
    for (const bad of ["", "x", token + "a", other, ...touched, "a.".repeat(10_000)])
      expect((await send(shop.pages, PATH, { ...EMAIL, token: bad })).status).toBe(403);
    shop.wait(6 * 60 * 60 * 1000 + 1);
    expect((await send(shop.pages, PATH, { ...EMAIL, token })).status).toBe(403);
    expect(shop.backstage.finished).toEqual([]);
  });

  it("has a token that another process takes, where both have the secret", async () => {
    const shop = shopOf();
    const options = {
      backstage: shop.backstage,
      title: "Teapots",
      csrfSecret: "shared by two processes",
    };
    const token = tokenIn(await call(createPages(options), PATH));
    expect((await send(createPages(options), PATH, { ...EMAIL, token })).status).toBe(303);
  });

  it("has no seal that could be guessed", () => {
    const { backstage } = shopOf();
    for (const csrfSecret of ["", "secret", new Uint8Array(15)])
      expect(() => createPages({ backstage, title: "Teapots", csrfSecret })).toThrow(RangeError);
  });

  it.each([
    ["JSON", { "content-type": "application/json" }, "{}", 415],
    ["text", { "content-type": "text/plain" }, "token=x", 415],
    [
      "too much",
      { "content-type": "application/x-www-form-urlencoded" },
      `token=${"x".repeat(40_000)}`,
      413,
    ],
  ])("is refused as %s", async (_, headers, body, status) => {
    const init = { method: "POST", headers: { ...FROM_HERE, ...headers }, body };
    expect((await call(shopOf().pages, PATH, init)).status).toBe(status);
  });
});

describe("a buyer who does not wait for the platform", () => {
  it("takes the checkout over, with the form of this page alone", async () => {
    const shop = shopOf({ status: "incomplete", messages: [asksFor("$.buyer.email")] });
    const page = await call(shop.pages, PATH);
    const [, token = ""] = /name="token" value="([^"]+)"/.exec(page.text) ?? [];
    for (const [fields, headers] of [
      [{ take: "yes", token: "made-up" }, FROM_HERE],
      [{ take: "yes", token }, { "sec-fetch-site": "cross-site" }],
    ] as const) {
      expect((await send(shop.pages, PATH, fields, headers)).status).toBe(403);
      expect(titleIn(await call(shop.pages, PATH))).toBe("Your checkout");
    }
    const taken = await send(shop.pages, PATH, { take: "yes", token });
    expect([taken.status, taken.headers["location"]]).toEqual([303, PATH]);
    expect(titleIn(await call(shop.pages, PATH))).toBe("Finish your checkout");
    expect(shop.backstage.finished).toEqual([]);
  });
});
