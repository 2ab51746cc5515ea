/** The types of the keeper of carts follow from a business's generated handlers, whatever its release has. */

import { describe, expect, it } from "vitest";
import { businessErrors } from "../../support/business-errors.js";
import { ownRelease, published, publishedReleases } from "../../support/published.js";

/** A business that keeps its carts, in the types of its own release. */
function businessOf(evaluation: string): string {
  return `
    import { createCarts, totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
    import { Declined } from "@proto-gen/runtime/commerce";
    import { errorMessage } from "@proto-gen/runtime/error";
    import { createMemoryStorage } from "@proto-gen/runtime/storage";
    import type { Handlers } from "./server.js";

    const carts = createCarts<Handlers>({
      store: createMemoryStorage(),
      evaluate({ line_items }, { before }) {
        if (line_items.length === before?.totals.length)
          return new Declined([
            errorMessage({ code: "out_of_stock", content: "No.", severity: "recoverable" }),
          ]);
        const lines = line_items.map(({ item, quantity }, at) => ({
          id: String(at),
          item: { id: item.id, title: item.id, price: 100 },
          quantity,
          totals: totalsOf({ subtotal: 100 * quantity }),
        }));
        return { line_items: lines, totals: totalsOf({ subtotal: 100 }), ${evaluation} };
      },
    });
    export const handlers: Pick<
      Handlers,
      "createCart" | "getCart" | "updateCart" | "cancelCart"
    > = carts.handlers;
  `;
}

function problemsOf(release: typeof ownRelease, evaluation: string): Promise<unknown> {
  return businessErrors("cart-releases", release, businessOf(evaluation));
}

describe("createCarts<Handlers>", () => {
  it("takes what the release's cart has", async () => {
    expect(await problemsOf(ownRelease, 'currency: "USD"')).toEqual([]);
  });

  it("takes nothing that it has not, and misses what it needs", async () => {
    const wrong = [expect.stringMatching(/^business\.ts: /)];
    expect(await problemsOf(ownRelease, 'currency: "USD", links: "none"')).toEqual(wrong);
    expect(await problemsOf(ownRelease, "")).toEqual(wrong);
  });

  it.runIf(published).each(publishedReleases.filter(({ name }) => name >= "2026-04"))(
    "works with the release of $name",
    async (release) => {
      expect(await problemsOf(release, 'currency: "USD"')).toEqual([]);
    },
  );
});
