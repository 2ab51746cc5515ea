/** What a file of data makes of the shop: its products, discounts, rates, known buyers and payments. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../src/generated/index.js";
import type { ShopFile } from "../src/shop-data.js";
import { createSandbox } from "../src/payment/sandbox.js";
import { shopDataIn } from "../src/shop-data.js";
import { HOME } from "./bought.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

const CLAIM = "com.example.loyalty_gold";
const KNOWN = { ...HOME, street_address: "456 Oak Avenue", address_region: "NY" };

const FLOWERS: ShopFile = {
  products: [
    { id: "roses", title: "Bouquet of roses", price: 3_500, stock: 10 },
    { id: "pot", title: "Pot", price: 1_500, stock: 0 },
    { id: "vase", title: "Vase", variants: [{ id: "vase_s", price: 9_000, sku: "V-S" }] },
  ],
  discounts: {
    combine: "all",
    codes: {
      "10OFF": { title: "10% off", percent: 10 },
      WELCOME20: { title: "20% off", percent: 20 },
      FIXED500: { title: "$5 off", amount: 500 },
    },
    eligibility: { [CLAIM]: { title: "Gold members", percent: 50 } },
  },
  delivery: {
    shipping: {
      description: "We bring it.",
      rates: [
        { id: "std-us", title: "Standard", price: 500, countries: ["US"], free_from: 10_000 },
        { id: "intl", title: "Abroad", price: 2_500, countries: ["CA"] },
        { id: "gift", title: "By bicycle", price: 900, free_with: ["roses"] },
      ],
    },
  },
  customers: [{ email: "Jane@Example.com", addresses: [HOME, KNOWN] }, { email: "no@one.com" }],
  payments: { fail_token: "declined", ask_token: "review" },
  review_from: 50_000,
};

let open: TestShop;
beforeAll(async () => {
  const payments = createSandbox(shopDataIn(FLOWERS).outcomes);
  open = await openTestShop({}, { data: FLOWERS, payments });
});
afterAll(() => open.close());

const BUYER = { email: "ada@example.com" };

async function created(more: object = {}, quantity = 1): Promise<Checkout> {
  const line_items = [{ item: { id: "roses" }, quantity }];
  const request = { line_items, currency: "USD", buyer: BUYER, ...more };
  return resource(await open.client.createCheckout(request as never));
}

const total = ({ totals }: Checkout, type = "total"): number | undefined =>
  totals.find((each) => each.type === type)?.amount;
const shipped = (destination: object) => ({
  fulfillment: { methods: [{ type: "shipping", destinations: [destination] }] },
});
const ratesOf = ({ fulfillment }: Checkout) =>
  fulfillment?.methods?.flatMap(({ groups }) =>
    (groups ?? []).flatMap(({ options }) =>
      (options ?? []).map(({ id, totals }) => [id, totals.at(-1)?.amount]),
    ),
  );

describe("a product of the short form", () => {
  it("is bought by its id, at its price, as far as there is stock", async () => {
    const checkout = await created({}, 20);
    expect(checkout.line_items[0]).toMatchObject({
      item: { id: "roses", price: 3_500 },
      quantity: 10,
    });
    expect(checkout.messages).toContainEqual(
      expect.objectContaining({ code: "quantity_adjusted", available_quantity: 10 }),
    );
  });

  it("is found, by its variant's SKU too", async () => {
    const { products } = resource(await open.client.lookupCatalog({ ids: ["V-S", "roses"] }));
    expect(products.map(({ id }) => id).sort()).toEqual(["roses", "vase"]);
  });
});

describe("discounts", () => {
  it("are all granted, one on what the other has left", async () => {
    const checkout = await created({ discounts: { codes: ["10off", "WELCOME20"] } });
    expect(total(checkout)).toBe(2_520);
    expect(checkout.discounts?.applied?.map(({ code }) => code)).toEqual(["10off", "WELCOME20"]);
  });

  it("take off a fixed amount", async () => {
    expect(total(await created({ discounts: { codes: ["FIXED500"] } }))).toBe(3_000);
  });

  it("are granted for what the buyer is entitled to, and for no claim that nobody knows", async () => {
    const member = await created({ context: { eligibility: [CLAIM, "com.example.other"] } });
    expect(total(member)).toBe(1_750);
    expect(member.discounts?.applied).toMatchObject([{ title: "Gold members", automatic: true }]);
    const other = await created({ context: { eligibility: ["toString", "com.example.other"] } });
    expect(total(other)).toBe(3_500);
  });
});

describe("delivery", () => {
  it("is offered by country, and free with what the rate names", async () => {
    expect(ratesOf(await created(shipped(HOME)))).toEqual([
      ["std-us", 500],
      ["gift", 0],
    ]);
    expect(ratesOf(await created(shipped({ ...HOME, address_country: "CA" })))).toEqual([
      ["intl", 2_500],
      ["gift", 0],
    ]);
  });

  it("is free from a sum on", async () => {
    expect(ratesOf(await created(shipped(HOME), 3))?.[0]).toEqual(["std-us", 0]);
  });
});

describe("a buyer whom the shop knows", () => {
  const asked = (email: string) =>
    created({ buyer: { email }, fulfillment: { methods: [{ type: "shipping" }] } });
  const streets = ({ fulfillment }: Checkout) =>
    fulfillment?.methods?.[0]?.destinations?.map((each) => Object(each)["street_address"]);

  it("is offered the addresses that it has shipped to, and may bring another", async () => {
    const known = await asked("jane@example.com");
    expect(streets(known)).toEqual(["1 Main Street", "456 Oak Avenue"]);
    const elsewhere = { ...HOME, street_address: "9 New Road" };
    const brought = await created({ buyer: { email: "jane@example.com" }, ...shipped(elsewhere) });
    expect(streets(brought)).toEqual(["9 New Road"]);
  });

  it("chooses one of them by its id", async () => {
    const { id, fulfillment, line_items } = await asked("jane@example.com");
    const [method] = fulfillment?.methods ?? [];
    const second = method?.destinations?.[1]?.id;
    const methods = [{ id: method?.id, type: "shipping", selected_destination_id: second }];
    const chosen = resource(
      await open.client.updateCheckout({
        ...{ id, line_items, currency: "USD", buyer: { email: "jane@example.com" } },
        fulfillment: { methods },
      } as never),
    );
    expect(chosen.fulfillment?.methods?.[0]?.selected_destination_id).toBe(second);
    expect(streets(chosen)).toHaveLength(2);
  });

  it.each(["no@one.com", "nobody@example.com"])("has none where it has none: %s", async (email) => {
    expect(streets(await asked(email))).toEqual([]);
  });
});

describe("a payment token", () => {
  async function paid(token: string): Promise<Checkout> {
    const ready = await created(shipped(HOME));
    const methods = (ready.fulfillment?.methods ?? []).map(({ groups = [], ...method }) => ({
      ...method,
      groups: groups.map(({ id }) => ({ id, selected_option_id: "gift" })),
    }));
    const { id, line_items } = ready;
    const request = { id, line_items, currency: "USD", buyer: BUYER, fulfillment: { methods } };
    const { status } = resource(await open.client.updateCheckout(request as never));
    expect(status).toBe("ready_for_complete");
    const credential = { type: "token", token };
    const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
    const payment = { instruments: [card] };
    return resource(await open.client.completeCheckout({ id, payment } as never));
  }

  it("that the data decline is declined", async () => {
    const { status, messages } = await paid("fail_token");
    expect(status).toBe("ready_for_complete");
    expect(messages?.map(({ code }) => code)).toContain("payment_declined");
  });

  it("that asks for a review escalates the checkout, and charges nothing", async () => {
    const { id, status, messages, continue_url } = await paid("ask_token");
    expect(status).toBe("requires_escalation");
    expect(messages).toContainEqual(
      expect.objectContaining({ code: "review_requested", severity: "requires_buyer_review" }),
    );
    expect(continue_url).toContain(id);
    expect(open.sandbox.charges.size).toBe(0);
    expect(resource(await open.client.getCheckout({ id })).status).toBe("requires_escalation");
  });

  it("that the data do not name pays", async () => {
    expect((await paid("success_token")).status).toBe("completed");
  });
});
