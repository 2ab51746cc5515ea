import { expect, it } from "vitest";
import { openTest, resource } from "./platform.js";

//: if search
it("finds products by words, a page at a time", async () => {
  const { client } = await openTest();
  const first = resource(
    await client.searchCatalog({ query: "stoneware", pagination: { limit: 1 } }),
  );
  expect(first.products.map(({ id }) => id)).toEqual(["mug"]);
  const { cursor } = first.pagination ?? {};
  const second = resource(
    await client.searchCatalog({
      query: "stoneware",
      pagination: { limit: 1, ...(cursor ? { cursor } : {}) },
    }),
  );
  expect(second.products.map(({ id }) => id)).toEqual(["vase"]);
});
//: end
//: if lookup

it("says which identifiers it does not know", async () => {
  const { client } = await openTest();
  const found = resource(await client.lookupCatalog({ ids: ["lamp", "none"] }));
  expect(found.products.map(({ id }) => id)).toEqual(["lamp"]);
  expect(found.messages?.map(({ code }) => code)).toEqual(["not_found"]);
});
//: end
