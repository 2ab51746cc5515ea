/** What a checkout is made of, and what is refused: currency, places, buyers, extensions, sizes. */

import { BusinessOutcome } from "@proto-gen/runtime/error";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "../src/generated/index.js";
import { pay } from "./bought.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";
import { PRODUCTS } from "./data-of-test.js";

let open: TestShop;
beforeEach(async () => {
  open = await openTestShop();
});
afterEach(() => open.close());

const BUYER = { email: "ada@example.com" };
const DOWNLOAD = { currency: "USD", line_items: lines("presets"), buyer: BUYER };
const CALIFORNIA = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};
const UTAH = { ...CALIFORNIA, address_locality: "Provo", address_region: "UT" };

function lines(...items: readonly string[]) {
  return items.map((id) => ({ item: { id }, quantity: 1 }));
}

function amount({ totals }: Pick<Checkout, "totals">, type: string): number | undefined {
  return totals.find((each) => each.type === type)?.amount;
}

describe("a checkout's currency", () => {
  it.each(["IDR", "GBP", "KWD", "ZZZ"])(
    "is one of the shop's: there is none in %j",
    async (currency) => {
      const outcome = await open.client.createCheckout({ ...DOWNLOAD, currency });
      expect(outcome).toBeInstanceOf(BusinessOutcome);
      expect((outcome as BusinessOutcome).messages).toMatchObject([
        {
          code: "currency_unsupported",
          severity: "unrecoverable",
          content: "Everything is sold in USD, EUR, or JPY here.",
        },
      ]);
    },
  );

  it("stays what it is where an update asks for another one", async () => {
    const { id } = resource(await open.client.createCheckout(DOWNLOAD));
    const update = { ...DOWNLOAD, id, currency: "VND" };
    const { currency, status, messages } = resource(await open.client.updateCheckout(update));
    expect({ currency, status }).toEqual({ currency: "USD", status: "ready_for_complete" });
    expect(messages).toMatchObject([
      { code: "currency_unsupported", severity: "recoverable", path: "$.currency" },
    ]);
    expect(resource(await open.client.getCheckout({ id })).currency).toBe("USD");
  });
});

describe("what is not sold everywhere (§2.3)", () => {
  /** `developer` is not sold in Utah. */
  async function shippedTo(first: object, second: object): Promise<Checkout> {
    const request = { ...DOWNLOAD, line_items: lines("strap_brown", "developer") };
    const { id, line_items } = resource(await open.client.createCheckout(request));
    const methods = [first, second].map((destination, index) => ({
      type: "shipping" as const,
      line_item_ids: [line_items[index]?.id ?? ""],
      destinations: [destination],
    }));
    const update = { ...request, id, fulfillment: { methods } };
    return resource(await open.client.updateCheckout(update));
  }

  it("is judged by where each line goes", async () => {
    const { messages } = await shippedTo(CALIFORNIA, UTAH);
    expect(messages).toContainEqual(
      expect.objectContaining({
        code: "item_unavailable",
        type: "error",
        path: "$.line_items[1]",
      }),
    );
  });

  it("is not judged by where another line goes", async () => {
    const { messages = [] } = await shippedTo(UTAH, CALIFORNIA);
    expect(messages.map(({ code }) => code)).not.toContain("item_unavailable");
  });

  it.each([{}, { selected: true }])(
    "is judged by where the bill of what pays goes: an only instrument with %j",
    async (more) => {
      // What is shipped is judged by its address: the bill is all that a download has.
      const articles = PRODUCTS.map((article) =>
        article.variants.some((variant) => variant.id === "presets")
          ? { ...article, notSoldIn: [{ country: "US", region: "UT" }] }
          : article,
      );
      await open.close();
      open = await openTestShop({}, { articles });
      const client = await open.plain();
      const { id } = resource(await client.createCheckout(DOWNLOAD));
      const credential = { type: "token", token: "tok_ok" };
      const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
      const instruments = [{ ...card, ...more, billing_address: UTAH }];
      const answer = resource(await client.completeCheckout({ id, payment: { instruments } }));
      expect(answer.messages).toMatchObject([{ code: "item_unavailable", type: "error" }]);
      expect(answer.order).toBeUndefined();
      expect(open.sandbox.charges.size).toBe(0);
    },
  );
});

describe("paths of lines", () => {
  it("count in the answer, also where a line before did not come to be", async () => {
    const { messages } = resource(
      await open.client.createCheckout({
        ...DOWNLOAD,
        line_items: lines("no_such_item", "developer"),
        context: { address_country: "US", address_region: "UT" },
      }),
    );
    const paths = messages?.filter(({ code }) => code === "item_unavailable");
    expect(paths).toMatchObject([{ path: "$.line_items[0]" }]);
  });
});

describe("an update of which nothing is sold", () => {
  it.each([
    ["no_such_item", "invalid_cart_items", "$.line_items[0].item.id"],
    // The line that the answer still has is another item's.
    ["bag_l", "out_of_stock", undefined],
  ])("leaves the checkout as it was: %s", async (item, code, path) => {
    const { id } = resource(await open.client.createCheckout(DOWNLOAD));
    const update = { ...DOWNLOAD, id, line_items: lines(item) };
    const { status, line_items, messages } = resource(await open.client.updateCheckout(update));
    expect(status).toBe("ready_for_complete");
    expect(line_items).toMatchObject([{ item: { id: "presets" } }]);
    expect(messages).toMatchObject([{ code, severity: "recoverable" }]);
    expect(messages?.[0]?.path).toBe(path);
  });
});

describe("a buyer's email", () => {
  it.each([
    "nonsense",
    "a@x.example, b@y.example",
    "Group: c@x.example, d@y.example;",
    "e@x.example\r\nBcc: f@y.example",
    " ",
  ])("has to be one address: not %j", async (email) => {
    const request = { ...DOWNLOAD, buyer: { email } };
    const { status, messages } = resource(await open.client.createCheckout(request));
    expect(status).toBe("incomplete");
    expect(messages).toMatchObject([
      { code: "invalid_email", severity: "recoverable", path: "$.buyer.email" },
    ]);
  });
});

describe("a platform without the extension", () => {
  it("has no discount that nothing explains", async () => {
    const client = await open.plain();
    const request = { ...DOWNLOAD, discounts: { codes: ["TEN"] } };
    const checkout = resource(await client.createCheckout(request));
    expect(amount(checkout, "discount")).toBeUndefined();
    expect(amount(checkout, "total")).toBe(amount(checkout, "subtotal"));
  });

  it("gives no consent that is kept", async () => {
    const client = await open.plain();
    const buyer = { ...BUYER, consent: { marketing: true } };
    const { id } = resource(await client.createCheckout({ ...DOWNLOAD, buyer }));
    expect((await open.shop.checkouts.get(id)).buyer).toEqual(BUYER);
  });
});

describe("a delivery by appointment", () => {
  it("asks for no day, since no page does", async () => {
    const request = { ...DOWNLOAD, line_items: lines("cabinet") };
    const { messages = [] } = resource(await open.client.createCheckout(request));
    const message = messages.find(({ code }) => code === "schedule_delivery");
    expect(message).toMatchObject({ severity: "requires_buyer_input" });
    expect(message?.content).not.toContain("choose");
  });
});

describe("the lines of a request", () => {
  it("are 500 at most", async () => {
    const many = (count: number) => Array.from({ length: count }, () => lines("presets")).flat();
    const { client } = open;
    const full = resource(await client.createCheckout({ ...DOWNLOAD, line_items: many(500) }));
    expect(full.line_items).toHaveLength(500);
    const error = { code: "request_too_large", status: 400 };
    const request = { ...DOWNLOAD, line_items: many(501) };
    await expect(client.createCheckout(request)).rejects.toMatchObject(error);
    await expect(client.updateCheckout({ ...request, id: full.id })).rejects.toMatchObject(error);
    await expect(client.createCart({ line_items: many(501) })).rejects.toMatchObject(error);
  });
});

describe("the confirmation by mail", () => {
  it("has amounts with the digits of the currency, to one address", async () => {
    const { client } = open;
    await pay(client, resource(await client.createCheckout(DOWNLOAD)));
    await open.shop.housekeep();
    const [mail = ""] = open.mails();
    expect(mail).toMatch(/^To: ada@example\.com\r?$/m);
    expect(mail).toContain("total: $29.00");
  });
});
