/** Searching the catalog (§4.4): words, filters, pages, and what is refused. */

import { ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { SearchResponse, type SearchRequest } from "../src/generated/index.js";
import { DATA, PRODUCTS } from "./data-of-test.js";

const { handlers } = createCatalog(DATA);
const searchCatalog = (request: SearchRequest) =>
  handlers.searchCatalog(request, {} as CallContext);
const ENVELOPE = { version: "2026-11-27" };

async function idsOf(request: SearchRequest): Promise<(string | undefined)[]> {
  const answer = await searchCatalog({
    ...request,
    pagination: { limit: 50, ...request.pagination },
  });
  expect(SearchResponse.check({ proto: ENVELOPE, ...answer })).toEqual([]);
  return answer.products.map(({ id }) => id);
}

/** Page after page, as a platform would. */
async function pagesOf(request: SearchRequest, limit?: number): Promise<(string | undefined)[][]> {
  const pages: (string | undefined)[][] = [];
  let cursor: string | undefined;
  do {
    const answer = await searchCatalog({
      ...request,
      pagination: {
        ...(limit === undefined ? {} : { limit }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    });
    pages.push(answer.products.map(({ id }) => id));
    cursor = answer.pagination?.cursor;
    expect(answer.pagination?.has_next_page).toBe(cursor !== undefined);
  } while (cursor !== undefined && pages.length <= PRODUCTS.length);
  return pages;
}

async function refusalOf(request: object): Promise<string> {
  try {
    await searchCatalog(request);
  } catch (error) {
    if (error instanceof ProtocolError && error.status === 400) return error.content;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("the words of a query (§4.4)", () => {
  it.each([
    ["one word of titles", "tripod", ["prod_tabletop", "prod_tripod"]],
    ["all words, wherever they are", "tripod travel", ["prod_tripod"]],
    ["words in any order", "travel tripod", ["prod_tripod"]],
    ["the beginning of a word", "polari", ["prod_polarizer"]],
    ["capitals", "SIDEBOARD", ["prod_sideboard"]],
    ["accents", "Cámera stràp leâther", ["prod_strap"]],
    ["punctuation", "f/1.8?", ["prod_lens85"]],
    ["a word of a description", "herringbone", ["prod_throw"]],
    ["a tag", "chemistry", ["prod_developer"]],
    ["a category", "kitchen", ["prod_mugs"]],
    ["one word that is nowhere", "tripod zeppelin", []],
    ["a word's end only", "board", []],
  ])("%s", async (_, query, ids) => {
    expect(await idsOf({ query })).toEqual(ids);
  });

  it.each([undefined, "", "  ", "?!"])(
    "find everything where there are none: %j",
    async (query) => {
      const request = query === undefined ? {} : { query };
      expect(await idsOf(request)).toEqual(PRODUCTS.map(({ id }) => id).sort());
    },
  );

  it("put titles before tags and tags before descriptions, and what is equal by id", async () => {
    expect(await idsOf({ query: "portrait" })).toEqual([
      "prod_lens85",
      "prod_backdrop",
      "prod_light",
      "prod_pico",
    ]);
    // The category of six, and the descriptions of two.
    expect(await idsOf({ query: "cameras" })).toEqual([
      "prod_m35",
      "prod_pico",
      "prod_pinhole",
      "prod_snap",
      "prod_vela",
      "prod_view",
      "prod_meter",
      "prod_tabletop",
    ]);
  });
});

describe("filters (§4.4)", () => {
  const cases: readonly (readonly [string, SearchRequest["filters"] & object, string[]])[] = [
    ["a category", { categories: ["Tripods"] }, ["prod_tabletop", "prod_tripod"]],
    ["any of the categories", { categories: ["Kitchen", "lamps"] }, ["prod_lamp", "prod_mugs"]],
    ["no such category", { categories: ["Boats"] }, []],
    [
      "a category with punctuation",
      { categories: ["BAGS and straps"] },
      ["prod_bag", "prod_strap"],
    ],
    ["all of the tags", { tags: ["oak", "wall"] }, ["prod_frame", "prod_ledge"]],
    ["price from", { price: { min: 200_000 } }, ["prod_cabinet", "prod_view"]],
    ["price to, both ends in", { price: { max: 1_400 } }, ["prod_film_bw", "prod_film_color"]],
    ["price between", { price: { min: 1_401, max: 1_900 } }, ["prod_developer", "prod_film_snap"]],
    ["an empty range", { price: { min: 10, max: 9 } }, []],
    [
      "what is not there",
      { available: false, categories: ["Film"] },
      ["prod_film_color", "prod_film_snap"],
    ],
    [
      "what is there",
      { available: true, categories: ["Film"] },
      ["prod_film_bw", "prod_film_color"],
    ],
    ["an option", { options: { Mount: ["M35"] } }, ["prod_lens35", "prod_lens85"]],
    [
      "any label of an option",
      { options: { size: ["s", "49 mm"] } },
      ["prod_bag", "prod_polarizer"],
    ],
    ["an option that nothing has", { options: { Voltage: ["?"] } }, []],
    ["options, available", { options: { Mount: ["M35"] }, available: true }, ["prod_lens35"]],
    [
      "price and option of one variant",
      { options: { Legs: ["Carbon"] }, price: { max: 20_000 } },
      [],
    ],
    [
      "category and tag and price",
      { categories: ["Home"], tags: ["gift"], price: { max: 4_500 } },
      ["prod_album", "prod_frame"],
    ],
  ];

  it.each(cases)("%s", async (_, filters, ids) => {
    expect(await idsOf({ filters })).toEqual(ids);
  });

  it.each([
    ["nothing", {}],
    ["a price without ends", { price: {} }],
    ["no options", { options: {} }],
  ])("%s leaves everything", async (_, filters) => {
    expect(await idsOf({ filters })).toHaveLength(PRODUCTS.length);
  });

  it("combine with the query", async () => {
    expect(await idsOf({ query: "film", filters: { categories: ["Cameras"] } })).toEqual([
      "prod_m35",
      "prod_pinhole",
      "prod_snap",
      "prod_view",
    ]);
  });
});

describe("what is refused (§7)", () => {
  const tooMany = Array.from({ length: 51 }, (_, at) => `name${at}`);
  const manyOptions = Object.fromEntries(tooMany.map((name) => [name, ["a"]]));

  it.each([
    ["an unknown filter", "$.filters.colour", { filters: { colour: "red" } }],
    ["a filter without a name", "$.filters", { filters: { "no name\n": 1 } }],
    ["__proto__", "$.filters.__proto__", { filters: JSON.parse('{"__proto__": {}}') as object }],
    ["a member of every object", "$.filters.constructor", { filters: { constructor: 1 } }],
    ["categories that are no list", "$.filters.categories", { filters: { categories: "Film" } }],
    ["no categories", "$.filters.categories", { filters: { categories: [] } }],
    ["categories that are no texts", "$.filters.categories", { filters: { categories: [1] } }],
    ["too many categories", "$.filters.categories", { filters: { categories: tooMany } }],
    ["a long tag", "$.filters.tags", { filters: { tags: ["a".repeat(101)] } }],
    ["tags of null", "$.filters.tags", { filters: { tags: null } }],
    ["a price that is a number", "$.filters.price", { filters: { price: 5 } }],
    ["a price of null", "$.filters.price", { filters: { price: null } }],
    ["a price without min and max", "$.filters.price.avg", { filters: { price: { avg: 5 } } }],
    ["a price in a text", "$.filters.price.min", { filters: { price: { min: "5" } } }],
    ["half a cent", "$.filters.price.min", { filters: { price: { min: 5.5 } } }],
    ["a negative price", "$.filters.price.max", { filters: { price: { max: -1 } } }],
    [
      "a price beyond exact numbers",
      "$.filters.price.max",
      { filters: { price: { max: 2 ** 53 } } },
    ],
    ["availability in a text", "$.filters.available", { filters: { available: "yes" } }],
    ["options without names", "$.filters.options", { filters: { options: ["Size"] } }],
    ["too many options", "$.filters.options", { filters: { options: manyOptions } }],
    ["an option without a list", "$.filters.options.Size", { filters: { options: { Size: "M" } } }],
    ["a long query", "$.query", { query: "a".repeat(501) }],
    ["an unknown way to turn pages", "$.pagination.page", { pagination: { page: 3 } }],
    ["a page of nothing", "$.pagination.limit", { pagination: { limit: 0 } }],
    ["a long page", "$.pagination.limit", { pagination: { limit: 51 } }],
    ["half a result", "$.pagination.limit", { pagination: { limit: 2.5 } }],
    ["a limit in a text", "$.pagination.limit", { pagination: { limit: "10" } }],
    ["a cursor that is a number", "$.pagination.cursor", { pagination: { cursor: 10 } }],
    ["an empty cursor", "$.pagination.cursor", { pagination: { cursor: "" } }],
    ["a cursor of another shop", "$.pagination.cursor", { pagination: { cursor: "b2Zmc2V0PTA" } }],
    ["a long cursor", "$.pagination.cursor", { pagination: { cursor: "a".repeat(10_000) } }],
  ])("%s, naming %s", async (_, path, request) => {
    expect((await refusalOf(request)).split(/[ :]/)[0]).toBe(path);
  });

  it("says which filters there are", async () => {
    const content =
      "$.filters.colour is not known: $.filters may have categories, tags, price, available, options";
    expect(await refusalOf({ filters: { colour: "red" } })).toBe(content);
  });

  it("never repeats a text of any length", async () => {
    expect((await refusalOf({ filters: { ["x".repeat(10_000)]: 1 } })).length).toBeLessThan(200);
  });
});

describe("pages (§8)", () => {
  const PHOTO = { filters: { categories: ["Photo"] } };

  it("are of 10, so that 25 results are 10, 10 and 5", async () => {
    const pages = await pagesOf(PHOTO);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(new Set(pages.flat()).size).toBe(25);
  });

  it("say how many results there are in all, on each of them", async () => {
    const first = await searchCatalog(PHOTO);
    const second = await searchCatalog({
      ...PHOTO,
      pagination: { cursor: first.pagination?.cursor },
    });
    expect([first, second].map(({ pagination }) => pagination?.total_count)).toEqual([25, 25]);
  });

  it("are as long as is asked for", async () => {
    expect((await pagesOf(PHOTO, 7)).map((page) => page.length)).toEqual([7, 7, 7, 4]);
    expect((await pagesOf(PHOTO, 25)).map((page) => page.length)).toEqual([25]);
    expect(await pagesOf({ query: "zeppelin" })).toEqual([[]]);
  });

  it("may change their length on the way", async () => {
    const { pagination } = await searchCatalog(PHOTO);
    const rest = await idsOf({ ...PHOTO, pagination: { cursor: pagination?.cursor, limit: 50 } });
    expect(rest).toEqual((await idsOf(PHOTO)).slice(10));
  });

  it("go on for an equal search, however it is written", async () => {
    const written = { query: "film 35mm", filters: { categories: ["Film", "Cameras"] } };
    const { pagination } = await searchCatalog({ ...written, pagination: { limit: 1 } });
    const again = { query: "35MM  film", filters: { categories: ["cameras", "film"], price: {} } };
    const { cursor } = pagination ?? {};
    expect(await idsOf({ ...again, pagination: { cursor } })).toEqual(
      (await idsOf(written)).slice(1),
    );
  });

  it.each([
    ["another query", { ...PHOTO, query: "film" }],
    ["another filter", { filters: { categories: ["Home"] } }],
    ["one filter more", { filters: { categories: ["Photo"], available: true } }],
    ["none", {}],
  ])("do not go on in a search with %s", async (_, other) => {
    const { pagination } = await searchCatalog(PHOTO);
    const refusal = await refusalOf({ ...other, pagination: { cursor: pagination?.cursor } });
    expect(refusal).toBe(
      "$.pagination.cursor belongs to a search with another query or other filters",
    );
  });

  it.each([
    ["no relevance", [undefined, "prod_bag"]],
    ["a relevance in a text", ["0", "prod_bag"]],
    ["no id", [0]],
    ["an id that is no text", [0, {}]],
  ])("do not go on after a cursor with %s", async (_, position) => {
    const { cursor = "" } = (await searchCatalog(PHOTO)).pagination ?? {};
    const [search] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const forged = Buffer.from(JSON.stringify([search, ...position])).toString("base64url");
    const refusal = await refusalOf({ ...PHOTO, pagination: { cursor: forged } });
    expect(refusal).toBe("$.pagination.cursor is not a cursor of this business");
  });

  it("go on while the platform learns where the buyer is", async () => {
    const { pagination } = await searchCatalog(PHOTO);
    const context = { address_country: "DE" };
    const next = { ...PHOTO, context, pagination: { cursor: pagination?.cursor } };
    expect((await searchCatalog(next)).products).toHaveLength(10);
  });
});

describe("the context (§2.3)", () => {
  it.each([
    [undefined, true],
    [{ address_country: "US", address_region: "IL" }, true],
    [{ address_country: "DE" }, false],
  ])("of %j says whether the power station can be had: %j", async (context, available) => {
    const request = { query: "power station", ...(context && { context }) };
    const [product] = (await searchCatalog(request)).products;
    expect(product?.variants?.[0]?.availability).toEqual({ available });
    expect(await idsOf({ ...request, filters: { available: true } })).toHaveLength(
      available ? 1 : 0,
    );
  });
});

describe("any search", () => {
  const word = fc.constantFrom("film", "cam", "gift", "oak", "photo", "travel", "a", "the");
  const request: fc.Arbitrary<SearchRequest> = fc.record(
    {
      query: fc.array(word, { maxLength: 3 }).map((words) => words.join(" ")),
      filters: fc.record(
        {
          categories: fc.array(fc.constantFrom("Photo", "Home", "Film", "Cameras"), {
            minLength: 1,
          }),
          tags: fc.array(fc.constantFrom("gift", "film", "oak"), { minLength: 1, maxLength: 2 }),
          price: fc.record({ min: fc.nat(20_000), max: fc.nat(250_000) }, { requiredKeys: [] }),
          available: fc.boolean(),
          options: fc.constantFrom({ Color: ["Black"] }, { size: ["S", "77 mm"] }),
        },
        { requiredKeys: [] },
      ),
      context: fc.record({ address_country: fc.constantFrom("US", "DE", "Canada") }),
    },
    { requiredKeys: [] },
  );

  it("gives each result once, in the order of one big page, whatever the length of pages", async () => {
    const property = fc.asyncProperty(
      request,
      fc.integer({ min: 1, max: 50 }),
      async (search, limit) => {
        expect((await pagesOf(search, limit)).flat()).toEqual(await idsOf(search));
      },
    );
    await fc.assert(property);
  });

  const anything = fc.object({ withNullPrototype: true, maxDepth: 2 });
  const named = fc.dictionary(
    fc.constantFrom("categories", "tags", "price", "available", "options", "limit", "cursor"),
    fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.array(fc.string()))),
  );
  const hostile = fc.record(
    {
      query: fc.string({ unit: "binary", maxLength: 600 }),
      filters: fc.oneof(anything, named),
      pagination: fc.oneof(anything, named, fc.record({ cursor: cursors() })),
      context: fc.record({ address_country: fc.string(), address_region: fc.string() }),
    },
    { requiredKeys: [] },
  );

  /** Base64url of JSON, near to what the shop makes. */
  function cursors(): fc.Arbitrary<string> {
    const parts = fc.array(fc.oneof(fc.string(), fc.double(), fc.jsonValue()), { maxLength: 4 });
    const encoded = parts.map((each) => Buffer.from(JSON.stringify(each)).toString("base64url"));
    return fc.oneof(fc.string(), encoded);
  }

  it("gives an answer or a ProtocolError of 400, and nothing else", async () => {
    const property = fc.asyncProperty(hostile, async (search) => {
      try {
        const answer = await searchCatalog(search);
        expect(SearchResponse.check({ proto: ENVELOPE, ...answer })).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
        expect((error as ProtocolError).code).toBe("invalid_request");
      }
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it("leaves the request as it was", async () => {
    const search = {
      query: "Film",
      filters: { categories: ["Photo", "Film"], tags: ["film"], options: { Pack: ["1 roll"] } },
      pagination: { limit: 3 },
    };
    const before = structuredClone(search);
    await searchCatalog(search);
    expect(search).toEqual(before);
  });
});
