/** The types of the catalog follow from a business's generated handlers, whatever its release has. */

import { describe, expect, it } from "vitest";
import { businessErrors } from "../../support/business-errors.js";
import { ownRelease, published, publishedReleases } from "../../support/published.js";

const PRICE = '{ amount: 100, currency: "USD" }';
const PRODUCT = `
  id: String(id), title: "A", description: { plain: "A" },
  price_range: { min: ${PRICE}, max: ${PRICE} },
`;
const VARIANT = `{ id: "v", title: "A", description: { plain: "A" }, price: ${PRICE} }`;

/** A business with a catalog, in the types of its own release. */
function businessOf(product: string): string {
  return `
    import { createLookup, createSearch } from "@proto-gen/runtime/commerce";
    import type { Handlers } from "./server.js";

    const productOf = (id: number | string) => ({ ${product} variants: [${VARIANT}] });

    const searchCatalog = createSearch<Handlers, string, number>({
      readQuery: ({ query = "" }) => query,
      search: (query, { limit, after = 0 }, { request }) => ({
        products: [productOf(after + limit + query.length + (request.query?.length ?? 0))],
        next: after + limit,
      }),
      isPosition: (value): value is number => typeof value === "number",
    });
    const lookupCatalog = createLookup<Handlers, string, string>({
      find: (ids) =>
        new Map(ids.map((id) => [id, [{ product: id, variant: id, match: "exact" }]])),
      show: (id) => productOf(id),
    });
    export const handlers: Pick<Handlers, "searchCatalog" | "lookupCatalog"> = {
      searchCatalog,
      lookupCatalog,
    };
  `;
}

function problemsOf(release: typeof ownRelease, product: string): Promise<unknown> {
  return businessErrors("catalog-releases", release, businessOf(product));
}

describe("createSearch<Handlers> and createLookup<Handlers>", () => {
  it("take what the release's products have", async () => {
    expect(await problemsOf(ownRelease, PRODUCT)).toEqual([]);
  });

  it("take nothing that they have not", async () => {
    const wrong = expect.stringMatching(/^business\.ts: /);
    // One of the search, and one of the lookup.
    expect(await problemsOf(ownRelease, `${PRODUCT} handle: 1,`)).toEqual([wrong, wrong]);
  });

  it.runIf(published).each(publishedReleases.filter(({ name }) => name >= "2026-04"))(
    "work with the release of $name",
    async (release) => {
      expect(await problemsOf(release, PRODUCT)).toEqual([]);
    },
  );
});
