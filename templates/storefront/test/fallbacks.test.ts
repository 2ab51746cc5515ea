/** What the shop does where something is missing that it decides by: it sells nothing, and charges nothing. */

import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { createBuyerFinish } from "../src/backstage/buyer-finish.js";
import { placeObjections } from "../src/checkout/objections.js";
import { requiredTotal } from "../src/checkout/required-total.js";
import { isForCart } from "../src/payment/payment-handlers.js";
import { createStock } from "../src/stock/stock.js";
import { DATA } from "./data-of-test.js";

const EMPTY = { ...DATA, articles: [] };
const LATER = { type: "pay_later" };
const IN_THE_US = {
  methods: [
    {
      id: "m",
      type: "shipping",
      line_item_ids: [],
      selected_destination_id: "d",
      destinations: [{ id: "d", address_country: "US" }],
    },
  ],
};
const totals = [{ type: "total", amount: 10_000 }];

describe("a checkout without a total", () => {
  it("is an error, and not free of charge", () => {
    expect(() => requiredTotal([{ type: "subtotal", amount: 100 }])).toThrow("total");
    expect(requiredTotal([{ type: "total", amount: 0 }])).toBe(0);
  });

  it("is placed by no form without a price", async () => {
    const checkout = { line_items: [], totals: [], messages: [] };
    const finish = createBuyerFinish({
      checkouts: {
        amend: async (_id: string, edit: (request: object, checkout: object) => object) => {
          edit({}, checkout);
          return checkout;
        },
        finish: () => Promise.reject(new Error("it was placed")),
      } as never,
      place: () => Promise.reject(new Error("it was charged")),
      contextFor: () => ({}) as never,
    });
    const form = { total: undefined, isSeen: () => true, attempt: "a", values: [] };
    expect(await finish("checkout_1", form)).toEqual({ kind: "review" });
  });
});

describe("what is paid later", () => {
  it("is for a currency that the shop has, and for no other", () => {
    const cart = { totals, fulfillment: IN_THE_US } as never as Parameters<typeof isForCart>[1];
    expect(isForCart(LATER, { ...cart, currency: "USD" }, DATA.prices)).toBe(true);
    expect(isForCart(LATER, { ...cart, currency: "XXX" }, DATA.prices)).toBe(false);
    expect(isForCart(LATER, cart, DATA.prices)).toBe(false);
  });
});

describe("an item that the catalog does not have", () => {
  const line = { item: { id: "gone", title: "Gone", price: 1 }, quantity: 1 };

  it("is there in no quantity", async () => {
    const store = createMemoryStorage();
    const stock = createStock({ data: EMPTY, store, now: Date.now });
    expect(await stock.take("payment_1", [line])).toEqual({ kind: "missing", indexes: [0] });
  });

  it("is sold nowhere", () => {
    const catalog = createCatalog(EMPTY);
    const binding = { binding: true, place: { address_country: "US" } };
    const messages = placeObjections(catalog, { lines: [line] } as never, () => binding as never);
    expect(messages).toMatchObject([{ type: "error", code: "item_unavailable" }]);
  });
});
