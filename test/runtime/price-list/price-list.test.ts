/** A price list: what carts and checkouts cost, and what the catalog shows of the same items. */

import { createPriceList, Declined } from "@proto-gen/runtime/commerce";
import { BusinessOutcome, ProtocolError } from "@proto-gen/runtime/error";
import { describe, expect, it } from "vitest";
import type { BusinessOptions, OtherHandlers } from "../../../generated/business.js";
import { LookupResponse, SearchResponse } from "../../../generated/index.js";
import { CONTEXT } from "../../support/checkout-keeper.js";

const shop = createPriceList({
  currency: "EUR",
  items: {
    mug: { title: "Mug", price: 1_800, description: "Stoneware, for tea." },
    vase: { title: "Vase", price: 6_500 },
    gift: { title: "Gift", price: 0 },
  },
});

// Generated types take them without a cast.
const checkouts: BusinessOptions["checkouts"]["evaluate"] = shop.evaluate;
const carts: BusinessOptions["carts"]["evaluate"] = shop.evaluate;
const { searchCatalog, lookupCatalog }: OtherHandlers = shop;

const line = (id: string, quantity = 1) => ({ item: { id }, quantity });

function refusalOf(...line_items: ReturnType<typeof line>[]): readonly object[] {
  const declined = shop.evaluate({ line_items });
  return declined instanceof Declined ? declined.messages : [];
}

describe("a price list", () => {
  it("sums up the lines of carts and checkouts", () => {
    expect(checkouts).toBe(carts);
    expect(shop.evaluate({ line_items: [line("mug", 2), line("vase")] })).toEqual({
      line_items: [
        {
          id: "mug",
          item: { id: "mug", title: "Mug", price: 1_800 },
          quantity: 2,
          totals: [
            { type: "subtotal", amount: 3_600 },
            { type: "total", amount: 3_600 },
          ],
        },
        {
          id: "vase",
          item: { id: "vase", title: "Vase", price: 6_500 },
          quantity: 1,
          totals: [
            { type: "subtotal", amount: 6_500 },
            { type: "total", amount: 6_500 },
          ],
        },
      ],
      currency: "EUR",
      totals: [
        { type: "subtotal", amount: 10_100 },
        { type: "total", amount: 10_100 },
      ],
      links: [],
    });
  });

  it("makes one line of several with the same item", () => {
    const priced = shop.evaluate({ line_items: [line("mug"), line("gift"), line("mug", 3)] });
    expect(priced).toMatchObject({
      line_items: [
        { id: "mug", quantity: 4 },
        { id: "gift", quantity: 1 },
      ],
      totals: [
        { type: "subtotal", amount: 7_200 },
        { type: "total", amount: 7_200 },
      ],
    });
  });

  it.each(["lamp", "", "constructor", "__proto__", "toString"])(
    "declines a request with an item that it does not have: %j",
    (id) => {
      expect(refusalOf(line("mug"), line(id))).toEqual([
        {
          type: "error",
          code: "item_unavailable",
          content: "This item is not sold here.",
          severity: "recoverable",
          path: "$.line_items[1].item.id",
        },
      ]);
    },
  );

  it("names the first items that it does not have, and not thousands", () => {
    const messages = refusalOf(...Array.from({ length: 5_000 }, (_, at) => line(`lamp_${at}`)));
    expect(messages).toHaveLength(10);
  });

  it("declines a request without items", () => {
    expect(refusalOf()).toMatchObject([{ code: "missing", path: "$.line_items" }]);
  });

  it.each([
    ["of a line", [line("vase", Number.MAX_SAFE_INTEGER)]],
    ["of several", [line("mug", 4e12), line("vase", 1e12)]],
    ["of one item", [line("gift", Number.MAX_SAFE_INTEGER), line("gift", 2)]],
  ])("declines an amount that no number has: %s", (_what, lines) => {
    expect(refusalOf(...lines)).toMatchObject([{ code: "item_unavailable" }]);
  });

  it.each([
    ["usd", 1, "currency must be a code of ISO 4217"],
    ["", 1, "currency must be a code of ISO 4217"],
    ["USD", 1.5, "the price of mug must be a whole number of minor units"],
    ["USD", -1, "the price of mug must be a whole number of minor units"],
    ["USD", Number.NaN, "the price of mug must be a whole number of minor units"],
  ])("has no currency %j with a price of %d", (currency, price, message) => {
    const open = () => createPriceList({ currency, items: { mug: { title: "Mug", price } } });
    expect(open).toThrow(RangeError);
    expect(open).toThrow(message);
  });
});

describe("the catalog of a price list", () => {
  const found = async (request: Parameters<typeof searchCatalog>[0]) => {
    const answer = await searchCatalog(request, CONTEXT);
    if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
    expect(SearchResponse.check({ proto: { version: "2026-11-27" }, ...answer })).toEqual([]);
    return answer;
  };
  const ids = ({ products }: Awaited<ReturnType<typeof found>>) => products.map(({ id }) => id);

  it("finds what has every word in its title or its description", async () => {
    expect(ids(await found({ query: "TEA stoneware" }))).toEqual(["mug"]);
    expect(ids(await found({ query: "tea vase" }))).toEqual([]);
    expect(ids(await found({}))).toEqual(["gift", "mug", "vase"]);
  });

  it("shows a product with its price", async () => {
    const price = { amount: 6_500, currency: "EUR" };
    const named = { id: "vase", title: "Vase", description: { plain: "Vase" } };
    expect((await found({ query: "vase" })).products).toEqual([
      {
        ...named,
        price_range: { min: price, max: price },
        variants: [{ ...named, price, availability: { available: true } }],
      },
    ]);
  });

  it("has pages", async () => {
    const first = await found({ pagination: { limit: 2 } });
    expect(ids(first)).toEqual(["gift", "mug"]);
    const { cursor = "" } = first.pagination ?? {};
    const second = await found({ pagination: { limit: 2, cursor } });
    expect(ids(second)).toEqual(["vase"]);
    expect(second.pagination).toEqual({ has_next_page: false, total_count: 3 });
  });

  it("refuses conditions that it cannot check", async () => {
    const request = found({ filters: { price: { max: 2_000 } } });
    await expect(request).rejects.toThrow(ProtocolError);
    await expect(request).rejects.toMatchObject({ code: "invalid_request" });
    expect(ids(await found({ filters: {} }))).toHaveLength(3);
  });

  it("looks products up, and names the ids that it does not have", async () => {
    const answer = await lookupCatalog({ ids: ["vase", "constructor"] }, CONTEXT);
    expect(LookupResponse.check({ proto: { version: "2026-11-27" }, ...answer })).toEqual([]);
    expect(answer).toMatchObject({
      products: [{ id: "vase", variants: [{ inputs: [{ id: "vase", match: "exact" }] }] }],
      messages: [{ type: "info", code: "not_found", content: "constructor" }],
    });
  });

  it("has one product, or says that there is none", async () => {
    expect(await shop.getProduct({ id: "mug" })).toMatchObject({ product: { id: "mug" } });
    const none = await shop.getProduct({ id: "__proto__" });
    expect(none).toMatchObject({ messages: [{ code: "not_found" }] });
    expect(none).toBeInstanceOf(BusinessOutcome);
  });
});
