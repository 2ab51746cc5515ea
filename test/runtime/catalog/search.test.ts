/** Search (§4.4, §8): pages of ten, cursors that belong to their query, and what a request may not say of its page. */

import { createSearch, takePage, type SearchOptions } from "@proto-gen/runtime/commerce";
import type { SearchPage } from "../../../src/runtime/commerce/catalog/create-search.js";
import { ProtocolError } from "@proto-gen/runtime/error";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SearchResponse, type SearchRequest } from "../../../generated/index.js";
import type { Handlers } from "../../../generated/server.js";
import { CONTEXT } from "../../support/checkout-keeper.js";

type Options = SearchOptions<Handlers, unknown, number>;

const isNumber = (value: unknown): value is number => typeof value === "number";
const ascending = (one: number, other: number): number => one - other;

/** A business that sells products 1 to `count`, and those alone that end in the digit of the query, if it has one. */
function shop({ count = 25, ...options }: Partial<Options> & { readonly count?: number } = {}) {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  const search = createSearch<Handlers, unknown, number>({
    readQuery: ({ query, filters }) => ({ query, filters }),
    search(_query, page, { request: { query = "" } }) {
      const found = all.filter((each) => String(each).endsWith(query));
      const taken = takePage(found, page, ascending);
      return {
        products: taken.page.map((each) => ({ id: String(each) })),
        next: taken.next,
        total: taken.total,
      };
    },
    isPosition: isNumber,
    ...options,
  });
  return (request: SearchRequest) => search(request, CONTEXT);
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ProtocolError);
  expect(thrown).toMatchObject({ code: "invalid_request", status: 400 });
  return (thrown as ProtocolError).content;
}

async function cursorOf(request: SearchRequest, search = shop()): Promise<string> {
  const { pagination } = await search(request);
  return pagination?.cursor ?? "";
}

const decoded = (cursor: string): unknown[] =>
  JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
const encoded = (parts: unknown): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

const FOREIGN = "$.pagination.cursor is not a cursor of this business";
const OTHER_QUERY = "$.pagination.cursor belongs to a search with another query or other filters";

describe("pages", () => {
  it("are of ten unless asked otherwise, and end (§8)", async () => {
    const search = shop();
    const pages: (string | undefined)[][] = [];
    let cursor: string | undefined;
    do {
      const answer = await search(cursor === undefined ? {} : { pagination: { cursor } });
      expect(SearchResponse.check({ proto: { version: "2026-11-27" }, ...answer })).toEqual([]);
      pages.push(answer.products.map(({ id }) => id));
      cursor = answer.pagination?.cursor;
      expect(answer.pagination).toEqual({
        ...(cursor === undefined ? {} : { cursor }),
        has_next_page: cursor !== undefined,
        total_count: 25,
      });
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, at) => String(at + 1)));
  });

  it.each([
    [{ limit: 1 }, 1],
    [{ limit: 50 }, 25],
    [{}, 10],
  ])("have the length that is asked for: %j", async (pagination, length) => {
    expect((await shop()({ pagination })).products).toHaveLength(length);
  });

  it("end where the last one is full", async () => {
    const { products, pagination } = await shop({ count: 10 })({});
    expect(products).toHaveLength(10);
    expect(pagination).toEqual({ has_next_page: false, total_count: 10 });
  });

  it("have maxLimit products at most, also where nothing is asked for", async () => {
    const search = shop({ maxLimit: 4 });
    expect((await search({})).products).toHaveLength(4);
    expect((await search({ pagination: { limit: 4 } })).products).toHaveLength(4);
    const refusal = await refusalOf(search({ pagination: { limit: 5 } }));
    expect(refusal).toBe("$.pagination.limit must be an integer from 1 to 4");
  });

  it("are as long as they can be where large limits are clamped", async () => {
    const search = shop({ maxLimit: 4, largeLimits: "clamped" });
    expect((await search({ pagination: { limit: 1e9 } })).products).toHaveLength(4);
    expect(await refusalOf(search({ pagination: { limit: 0 } }))).toContain("$.pagination.limit");
  });

  it("may leave out how many there are, and have messages", async () => {
    const messages = [{ type: "info" as const, content: "Prices include tax." }];
    const search = shop({ search: () => ({ products: [], messages }) });
    expect(await search({})).toStrictEqual({
      products: [],
      pagination: { has_next_page: false },
      messages,
    });
  });

  it.each([0, -1, 1.5, Number.NaN])("are not of %d products at most", (maxLimit) => {
    expect(() => shop({ maxLimit })).toThrow(RangeError);
  });
});

describe("a request", () => {
  it.each([
    ["$.pagination.page", { page: 3 }],
    ["$.pagination", { ["x".repeat(100)]: 1 }],
    ["$.pagination", { "no name\n": 1 }],
    ["$.pagination.constructor", { constructor: 1 }],
    ["$.pagination.limit", { limit: "10" }],
    ["$.pagination.limit", { limit: null }],
    ["$.pagination.limit", { limit: 2.5 }],
    ["$.pagination.limit", { limit: -1 }],
    ["$.pagination.limit", { limit: 51 }],
    ["$.pagination.cursor", { cursor: 10 }],
    ["$.pagination.cursor", { cursor: null }],
    ["$.pagination", []],
    ["$.pagination", null],
  ])("is refused at %s for %j", async (path, pagination) => {
    const refusal = await refusalOf(shop()({ pagination } as never));
    expect(refusal.split(" ")[0]).toBe(path);
    expect(refusal.length).toBeLessThan(120);
  });

  it("is told what its pagination may have", async () => {
    expect(await refusalOf(shop()({ pagination: { page: 3 } }))).toBe(
      "$.pagination.page is not known: $.pagination may have limit, cursor",
    );
  });

  it("is read before its page is: what the business refuses, it refuses", async () => {
    const refused = new ProtocolError("invalid_request", { content: "$.query is empty" });
    const search = shop({
      readQuery: () => {
        throw refused;
      },
    });
    await expect(search({ pagination: { limit: -1 } })).rejects.toBe(refused);
  });
});

describe("a cursor", () => {
  it("goes on for an equal query, in whatever order its members are, and any context", async () => {
    const filters = { tags: ["oak"], price: { min: 1, max: 2 } };
    const cursor = await cursorOf({ query: "", filters });
    const again = await shop()({
      filters: { price: { max: 2, min: 1 }, tags: ["oak"] },
      context: { address_country: "DE" },
      query: "",
      pagination: { cursor },
    });
    expect(again.products[0]?.id).toBe("11");
  });

  it.each([
    ["another query", { query: "1" }],
    ["other filters", { query: "", filters: { tags: ["oak"] } }],
    ["filters in another order of values", { query: "", filters: { tags: ["b", "a"] } }],
  ])("is refused with %s", async (_, request) => {
    const cursor = await cursorOf({ query: "", filters: { tags: ["a", "b"] } });
    expect(await refusalOf(shop()({ ...request, pagination: { cursor } }))).toBe(OTHER_QUERY);
  });

  it("holds a position, so that nothing comes twice if products come and go", async () => {
    const cursor = await cursorOf({});
    const later = createSearch<Handlers, unknown, number>({
      readQuery: ({ query, filters }) => ({ query, filters }),
      search: (_query, page) => {
        // Product 10, where the page ended, is gone, and 5 new ones are before it.
        const products = [0.1, 0.2, 0.3, 0.4, 0.5, 1, 9, 11, 12];
        const taken = takePage(products, page, ascending);
        return { products: taken.page.map((each) => ({ id: String(each) })), next: taken.next };
      },
      isPosition: isNumber,
    });
    const { products } = await later({ pagination: { cursor } }, CONTEXT);
    expect(products.map(({ id }) => id)).toEqual(["11", "12"]);
  });

  it("is refused, and not passed to the search, if a part of it was changed", async () => {
    const used: SearchPage<number>[] = [];
    const search = shop({
      search: (_query, page) => {
        used.push(page);
        return { products: [] };
      },
    });
    const [digest, position, tag] = decoded(await cursorOf({}));
    for (const parts of [
      [digest, 3, tag],
      [digest, "3", tag],
      [digest, position, "0".repeat(64)],
      [digest, position, undefined],
      ["0".repeat(64), position, tag],
      [digest, position],
      [digest, position, tag, 1],
      { digest, position, tag },
      null,
    ])
      expect(await refusalOf(search({ pagination: { cursor: encoded(parts) } }))).toBe(FOREIGN);
    expect(used).toEqual([]);
  });

  it("is accepted only with the cursorKey that it was made with", async () => {
    const cursor = await cursorOf({}, shop({ cursorKey: "one" }));
    const page = { pagination: { cursor } };
    expect((await shop({ cursorKey: "one" })(page)).products).toHaveLength(10);
    expect(await refusalOf(shop({ cursorKey: "another" })(page))).toBe(FOREIGN);
    expect(await refusalOf(shop()(page))).toBe(FOREIGN);
  });

  it("is refused if its position has the form of an earlier version of the business", async () => {
    const isText = (value: unknown): value is never => typeof value === "string";
    const cursor = await cursorOf({});
    const search = shop({ isPosition: isText });
    expect(await refusalOf(search({ pagination: { cursor } }))).toBe(FOREIGN);
  });

  it("is refused if it is any other text, and nothing else is thrown", async () => {
    const parts = fc.array(fc.oneof(fc.string(), fc.double(), fc.jsonValue()), { maxLength: 4 });
    const cursor = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.base64String(),
      parts.map(encoded),
      fc.constant("a".repeat(10_000)),
      fc.constant(encoded("[".repeat(700))),
    );
    const search = shop({ cursorKey: "secret" });
    const property = fc.asyncProperty(cursor, async (each) => {
      expect(await refusalOf(search({ pagination: { cursor: each } }))).toBe(FOREIGN);
    });
    await fc.assert(property);
  });
});

describe("a business that breaks a rule", () => {
  it.each([
    ["more products than a page has", { products: Array.from({ length: 11 }, () => ({})) }],
    ["a position that is none", { products: [], next: "1" }],
    ["a position that is too long", { products: [], next: "x".repeat(1000) }],
  ])("is told so: %s", async (_, found) => {
    const isPosition = (value: unknown): value is number =>
      isNumber(value) || (typeof value === "string" && value.length > 1);
    const search = shop({ isPosition, search: () => found as never });
    await expect(search({})).rejects.toBeInstanceOf(RangeError);
  });
});

describe("takePage", () => {
  it("gives each result once, in order, whatever the length of pages", () => {
    const numbers = fc.uniqueArray(fc.integer(), { maxLength: 40 });
    const property = fc.property(numbers, fc.integer({ min: 1, max: 12 }), (results, limit) => {
      const pages: number[] = [];
      let after: number | undefined;
      do {
        const taken = takePage(results, { limit, after }, ascending);
        expect(taken.total).toBe(results.length);
        pages.push(...taken.page);
        after = taken.next;
      } while (after !== undefined);
      expect(pages).toEqual([...results].sort(ascending));
    });
    fc.assert(property);
  });
});
