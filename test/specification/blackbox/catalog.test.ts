/** The catalog (§4.4) over REST: what a search and a lookup take, and what each product of an answer has. */

import { beforeEach, describe, expect, it } from "vitest";
import type { Purchase } from "../../blackbox/fixture.js";
import { business, needs } from "../../blackbox/opening.js";
import { restHeaders, send, without } from "../../blackbox/speak.js";

beforeEach(() => needs("variants"));

interface Price {
  readonly amount: number;
  readonly currency: string;
}

interface Product {
  readonly id: string;
  readonly price_range: { readonly min: Price; readonly max: Price };
  readonly variants: readonly {
    readonly id: string;
    readonly price: Price;
    readonly availability?: { readonly available: boolean };
    readonly inputs?: readonly { readonly id: string }[];
  }[];
}

interface Page {
  readonly products: readonly Product[];
  readonly pagination: { readonly cursor?: string };
}

interface Found {
  readonly status: number;
  readonly version: string;
  readonly products: readonly Product[];
}

async function ask(open: Purchase, what: "search" | "lookup", request: object): Promise<Found> {
  const { status, body } = await send(`${open.rest}/catalog/${what}`, {
    method: "POST",
    headers: without(restHeaders(open.platform), "idempotency-key"),
    body: JSON.stringify(request),
  });
  const products = (body.products ?? []) as unknown as readonly Product[];
  return { status, version: body.proto.version, products };
}

describe("a search", () => {
  it.each([{}, { query: "album" }, { context: { address_country: "US" } }, { pagination: {} }])(
    "§4.4: needs none of its members: %j",
    async (request) => {
      const { status, version, products } = await ask(await business(), "search", request);
      expect(status).toBe(200);
      expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(products.map(({ id }) => id)).toContain("prod_album");
    },
  );
});

describe("the catalog", () => {
  it("§1.2: is searched by words, and what is found is looked up by its id", async () => {
    const open = await business();
    const { products } = await ask(open, "search", { query: "memory card" });
    expect(products.map(({ id }) => id)).toEqual(["prod_card"]);
    const lookedUp = await ask(open, "lookup", { ids: products.map(({ id }) => id) });
    expect(lookedUp.products).toMatchObject([
      { id: "prod_card", price_range: products[0]?.price_range },
    ]);
    expect((await ask(open, "search", { query: "zeppelin" })).products).toEqual([]);
  });
});

describe("the pages of a search", () => {
  it("§4.4: have 10 products, or as many as are asked for, and a cursor leads to the next one", async () => {
    const open = await business();
    const filters = { categories: ["Photo"] };
    const pageAfter = async (cursor?: string, limit?: number) => {
      const { body } = await send(`${open.rest}/catalog/search`, {
        method: "POST",
        headers: without(restHeaders(open.platform), "idempotency-key"),
        body: JSON.stringify({ filters, pagination: { cursor, limit } }),
      });
      const { products, pagination } = body as unknown as Page;
      return { ids: products.map(({ id }) => id), pagination };
    };
    const first = await pageAfter();
    const second = await pageAfter(first.pagination.cursor);
    const third = await pageAfter(second.pagination.cursor);
    expect([first, second, third].map(({ ids }) => ids.length)).toEqual([10, 10, 5]);
    expect(new Set([first, second, third].flatMap(({ ids }) => ids)).size).toBe(25);
    expect((await pageAfter(undefined, 7)).ids).toEqual(first.ids.slice(0, 7));
  });
});

describe("the pagination of a search", () => {
  it("§2.8: has a cursor, says whether there is a next page, and how many results there are", async () => {
    const open = await business();
    const pageAfter = async (cursor?: string) => {
      const request = { filters: { categories: ["Photo"] }, pagination: { cursor, limit: 20 } };
      const { body } = await send(`${open.rest}/catalog/search`, {
        method: "POST",
        headers: without(restHeaders(open.platform), "idempotency-key"),
        body: JSON.stringify(request),
      });
      return (body as unknown as Page).pagination;
    };
    const first = await pageAfter();
    expect(first).toMatchObject({ has_next_page: true, total_count: 25 });
    expect(first.cursor).toMatch(/\S/);
    const last = await pageAfter(first.cursor);
    expect(last).toMatchObject({ has_next_page: false, total_count: 25 });
    expect(last.cursor).toBeUndefined();
  });
});

describe("the filters of a search", () => {
  it("§4.4: all hold for each product", async () => {
    const open = await business();
    const found = async (filters: object) =>
      (await ask(open, "search", { filters })).products.map(({ id }) => id);
    const [categories, tags, price] = [["Home"], ["gift"], { max: 4_500 }];
    expect(await found({ categories, tags, price })).toEqual(["prod_album", "prod_frame"]);
    for (const fewer of [
      { categories, tags },
      { categories, price },
      { tags, price },
    ])
      expect((await found(fewer)).length).toBeGreaterThan(2);
  });
});

describe("a lookup", () => {
  it("§4.4: finds a product by its id, the id of a variant, its SKU and its handle", async () => {
    const open = await business();
    for (const id of ["prod_card", "card_64", "SD-64", "memory-card"]) {
      const { products } = await ask(open, "lookup", { ids: [id] });
      expect(products.map((each) => each.id)).toEqual(["prod_card"]);
      expect(products[0]?.variants[0]?.inputs?.map((input) => input.id)).toEqual([id]);
    }
  });
});

describe("the context of a lookup", () => {
  const UTAH = { address_country: "US", address_region: "UT" };

  it.each([
    [["developer", "tabletop"]],
    [["tabletop", "developer"]],
    [["developer", "prod_developer"]],
  ])("§4.4: is that of each identifier of the batch: %j", async (ids) => {
    const open = await business();
    const soldTo = async (context: object) => {
      const { products } = await ask(open, "lookup", { ids, context });
      const found = products.filter(({ id }) => id === "prod_developer");
      return found.flatMap(({ variants }) => variants.map((each) => each.availability));
    };
    expect(await soldTo({ ...UTAH, address_region: "CA" })).toEqual([{ available: true }]);
    expect(await soldTo(UTAH)).toEqual([{ available: false }]);
  });
});

describe("a product of an answer", () => {
  it.each([
    ["search", {}],
    ["lookup", { ids: ["tabletop", "cabinet"] }],
  ] as const)("§4.4: of a %s has prices with amount and currency", async (what, request) => {
    const { products } = await ask(await business(), what, request);
    expect(products.length).toBeGreaterThan(1);
    const prices = products.flatMap(({ price_range: { min, max }, variants }) => [
      ...[min, max],
      ...variants.map(({ price }) => price),
    ]);
    for (const { amount, currency } of prices) {
      expect(Number.isSafeInteger(amount)).toBe(true);
      expect(currency).toMatch(/^[A-Z]{3}$/);
    }
  });
});
