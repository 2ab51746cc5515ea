/** Looking products up (§4.4). */

import { ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { LookupResponse, type LookupRequest } from "../src/generated/index.js";
import { DATA, PRODUCTS } from "./data-of-test.js";

const { handlers } = createCatalog(DATA);
const lookupCatalog = (request: LookupRequest) =>
  handlers.lookupCatalog(request, {} as CallContext);
const ENVELOPE = { version: "2026-11-27" };

async function lookup(ids: string[], context?: LookupRequest["context"]) {
  const answer = await lookupCatalog(context === undefined ? { ids } : { ids, context });
  expect(LookupResponse.check({ proto: ENVELOPE, ...answer })).toEqual([]);
  return answer;
}

/** What was found, as short as it can be said: product, variant, and what led there. */
async function found(ids: string[]): Promise<unknown[]> {
  return (await lookup(ids)).products.map((product) => [
    product.id,
    ...(product.variants ?? []).map(({ id, inputs }) => [
      id,
      ...(inputs ?? []).map((input) => `${input.id} ${input.match}`),
    ]),
  ]);
}

describe("an identifier leads to its variant (§4.4)", () => {
  it.each([
    ["of a product", "prod_bag", "bag_s", "featured"],
    ["handle", "canvas-camera-bag", "bag_s", "featured"],
    ["of a variant", "bag_m", "bag_m", "exact"],
    ["SKU", "BAG-L", "bag_l", "exact"],
  ])("%s", async (_, identifier, variant, match) => {
    expect(await found([identifier])).toEqual([["prod_bag", [variant, `${identifier} ${match}`]]]);
  });

  it("each of those that the shop has", async () => {
    for (const { id, handle, variants } of PRODUCTS)
      for (const each of [id, handle, ...variants.flatMap((one) => [one.id, one.sku])])
        expect((await lookup([each])).products).toMatchObject([
          { id, variants: [{ inputs: [{}] }] },
        ]);
  });
});

it("gives one product for several of its identifiers, with each variant once (§4.4)", async () => {
  expect(await found(["bag_m", "prod_tripod", "prod_bag", "BAG-M", "bag_s"])).toEqual([
    [
      "prod_bag",
      ["bag_m", "bag_m exact", "BAG-M exact"],
      ["bag_s", "prod_bag featured", "bag_s exact"],
    ],
    ["prod_tripod", ["tripod_alu", "prod_tripod featured"]],
  ]);
});

it("takes an identifier that comes twice once", async () => {
  expect(await found(["bag_m", "bag_m"])).toEqual([["prod_bag", ["bag_m", "bag_m exact"]]]);
  expect((await lookup(["gone", "gone"])).messages).toHaveLength(1);
});

it("shows prices and range of the whole product, whichever variants it shows (§4.4)", async () => {
  const [product] = (await lookup(["bag_m"])).products;
  expect(product?.variants).toMatchObject([{ price: { amount: 12_900, currency: "USD" } }]);
  expect(product?.price_range).toMatchObject({ min: { amount: 9_900 }, max: { amount: 15_900 } });
  expect(product?.options?.[0]?.values).toHaveLength(3);
});

describe("unknown identifiers (§4.4)", () => {
  it("give fewer products, and a message each", async () => {
    const { products, messages } = await lookup(["gone", "bag_m", "__proto__"]);
    expect(products).toHaveLength(1);
    expect(messages).toEqual([
      { type: "info", code: "not_found", content: "gone" },
      { type: "info", code: "not_found", content: "__proto__" },
    ]);
  });

  it("give no products where all of them are", async () => {
    expect((await lookup(["gone", ""])).products).toEqual([]);
  });

  it("are none where nothing is asked for", async () => {
    expect(await lookup([])).toEqual({ products: [] });
  });
});

it("takes 50 identifiers, and refuses more as request_too_large (§7)", async () => {
  const ids = Array.from({ length: 51 }, (_, at) => `gone_${at}`);
  expect((await lookup(ids.slice(1))).messages).toHaveLength(50);
  await expect(lookup(ids)).rejects.toMatchObject({ code: "request_too_large", status: 400 });
});

it("says what can be had where the buyer is (§2.3)", async () => {
  const available = async (context?: LookupRequest["context"]) =>
    (await lookup(["power"], context)).products[0]?.variants?.[0]?.availability?.available;
  expect(await available()).toBe(true);
  expect(await available({ address_country: "DE" })).toBe(false);
});

it("answers any list of identifiers, or throws a ProtocolError", async () => {
  const known = fc.constantFrom("bag_m", "BAG-M", "prod_bag", "prod_tripod", "power");
  const ids = fc.array(fc.oneof(known, fc.string()), { maxLength: 60 });
  const property = fc.asyncProperty(ids, async (each) => {
    try {
      const { products, messages = [] } = await lookup(each);
      const inputs = products.flatMap(({ variants = [] }) => variants.flatMap((one) => one.inputs));
      const told = [...inputs.map((input) => input?.id), ...messages.map(({ content }) => content)];
      expect(told.sort()).toEqual([...new Set(each)].sort());
    } catch (error) {
      expect(error).toBeInstanceOf(ProtocolError);
      expect(each.length).toBeGreaterThan(50);
    }
  });
  await fc.assert(property);
});
