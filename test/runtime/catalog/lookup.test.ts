/** Lookup (§4.4): the order of products, what led to each variant, what is unknown, and how much is too much. */

import { createLookup, type LookupOptions } from "@proto-gen/runtime/commerce";
import type { LookupMatch } from "../../../src/runtime/commerce/catalog/create-lookup.js";
import { describe, expect, it } from "vitest";
import { LookupResponse } from "../../../generated/index.js";
import type { Handlers } from "../../../generated/server.js";
import { CONTEXT } from "../../support/checkout-keeper.js";

type Match = LookupMatch<string, string>;
type Options = LookupOptions<Handlers, string, string>;

/** Rows of a database, as a query for these ids would give them: in the order of the table. */
const TABLE: readonly (readonly [string, Match])[] = [
  ["strap", { product: "strap", variant: "strap_1", match: "featured" }],
  ["bag", { product: "bag", variant: "bag_s", match: "featured" }],
  ["bag_s", { product: "bag", variant: "bag_s", match: "exact" }],
  ["bag_m", { product: "bag", variant: "bag_m", match: "exact" }],
  ["leather", { product: "strap", variant: "strap_1", match: "featured" }],
  ["leather", { product: "bag", variant: "bag_m", match: "featured" }],
];

function shop(options: Partial<Options> = {}) {
  const lookup = createLookup<Handlers, string, string>({
    find: (ids) => grouped(TABLE.filter(([id]) => ids.includes(id))),
    show: (product, variants) => ({ id: product, variants: variants.map((id) => ({ id })) }),
    ...options,
  });
  return async (...ids: string[]) => {
    const answer = await lookup({ ids }, CONTEXT);
    expect(LookupResponse.check({ proto: { version: "2026-11-27" }, ...answer })).toEqual([]);
    return answer;
  };
}

function grouped(rows: readonly (readonly [string, Match])[]): ReadonlyMap<string, Match[]> {
  const groups = new Map<string, Match[]>();
  for (const [id, match] of rows) groups.set(id, [...(groups.get(id) ?? []), match]);
  return groups;
}

/** Product, variants, and what led to each. */
async function found(...ids: string[]): Promise<unknown> {
  const { products } = await shop()(...ids);
  return products.map(({ id, variants = [] }) => [
    id,
    ...variants.map((each) => [
      each.id,
      ...(each.inputs ?? []).map((input) => `${input.id} ${input.match}`),
    ]),
  ]);
}

describe("a lookup", () => {
  it("gives products in the order in which they were first asked for, each once", async () => {
    expect(await found("bag_m", "strap", "bag", "bag_s")).toEqual([
      ["bag", ["bag_m", "bag_m exact"], ["bag_s", "bag featured", "bag_s exact"]],
      ["strap", ["strap_1", "strap featured"]],
    ]);
    expect(await found("strap", "bag_m")).toEqual([
      ["strap", ["strap_1", "strap featured"]],
      ["bag", ["bag_m", "bag_m exact"]],
    ]);
  });

  it("gives several products for an identifier that matches several", async () => {
    expect(await found("leather")).toHaveLength(2);
    expect(await found("leather", "bag_m")).toEqual([
      ["strap", ["strap_1", "leather featured"]],
      ["bag", ["bag_m", "leather featured", "bag_m exact"]],
    ]);
  });

  it("asks for each identifier once, all of them together", async () => {
    const asked: unknown[] = [];
    const lookup = shop({
      find(ids, { request }) {
        asked.push([ids, request.ids.length]);
        return new Map();
      },
    });
    const { messages } = await lookup("a", "b", "a");
    expect(asked).toEqual([[["a", "b"], 3]]);
    expect(messages?.map(({ content }) => content)).toEqual(["a", "b"]);
  });

  it("says of each unknown identifier that it is not found, in the order of the request", async () => {
    const { products, messages } = await shop()("gone", "bag", "__proto__", "");
    expect(products).toHaveLength(1);
    expect(messages).toEqual(
      ["gone", "__proto__", ""].map((content) => ({ type: "info", code: "not_found", content })),
    );
  });

  it("returns no products for no identifiers, and no messages if all are found", async () => {
    expect(await shop()()).toEqual({ products: [] });
    expect(await shop()("bag")).not.toHaveProperty("messages");
  });

  it("leaves out what the business finds beside what was asked for", async () => {
    const lookup = shop({ find: () => grouped(TABLE) });
    expect((await lookup("bag_s")).products).toMatchObject([{ id: "bag", variants: [{}] }]);
  });
});

describe("a batch", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `id_${at}`);
  const TOO_LARGE = { code: "request_too_large", status: 400 };

  it("has 50 identifiers at most (§7), however often they come", async () => {
    expect((await shop()(...ids(50))).messages).toHaveLength(50);
    await expect(shop()(...ids(51))).rejects.toMatchObject(TOO_LARGE);
    await expect(shop()(...Array.from({ length: 51 }, () => "bag"))).rejects.toMatchObject(
      TOO_LARGE,
    );
  });

  it("has maxIds identifiers at most", async () => {
    const lookup = shop({ maxIds: 2 });
    expect((await lookup(...ids(2))).messages).toHaveLength(2);
    await expect(lookup(...ids(3))).rejects.toMatchObject({
      ...TOO_LARGE,
      content: "$.ids must have at most 2 items",
    });
    expect(() => shop({ maxIds: 0 })).toThrow(RangeError);
  });
});

it("throws a RangeError if the business shows other variants than it was asked for", async () => {
  const lookup = shop({ show: () => ({ variants: [] }) });
  await expect(lookup("bag")).rejects.toBeInstanceOf(RangeError);
});
