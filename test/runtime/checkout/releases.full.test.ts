/** The types of the keeper follow from a business's generated handlers, whatever its release has. */

import { describe, expect, it } from "vitest";
import { businessErrors } from "../../support/business-errors.js";
import {
  ownRelease,
  published,
  publishedRelease,
  publishedReleases,
} from "../../support/published.js";

/** A business that keeps its checkouts, in the types of its own release. */
function businessOf(evaluation: string): string {
  return `
    import { createCheckouts, totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
    import { Declined, calculateDiscounts, lineTargets } from "@proto-gen/runtime/commerce";
    import { errorMessage } from "@proto-gen/runtime/error";
    import { createMemoryStorage } from "@proto-gen/runtime/storage";
    import type { Handlers } from "./server.js";

    const checkouts = createCheckouts<Handlers>({
      store: createMemoryStorage(),
      evaluate({ line_items }, { before }) {
        if (before?.status === "completed")
          return new Declined([
            errorMessage({ code: "missing", content: "No.", severity: "recoverable" }),
          ]);
        const lines = line_items.map(({ item, quantity }, at) => ({
          id: String(at),
          item: { id: item.id, title: item.id, price: 100 },
          quantity,
          totals: totalsOf({ subtotal: 100 * quantity }),
        }));
        const { applied } = calculateDiscounts({
          targets: lineTargets(lines),
          find: (code) => (code === "TEN" ? { title: "Ten", percent: 10 } : undefined),
        });
        return { line_items: lines, discounts: { codes: [], applied }, totals: totalsOf({ subtotal: 100 }), ${evaluation} };
      },
      complete: ({ id }, request) => ({ id: id + request.id, permalink_url: "https://shop.example/" }),
      release: () => {},
      continueUrl: (id) => "https://shop.example/" + id,
      trustedUi: ({ platform }) => platform.capabilities.size > 0,
    });
    export const handlers: Pick<Handlers, "createCheckout" | "completeCheckout"> = checkouts.handlers;
  `;
}

function problemsOf(release: typeof ownRelease, evaluation: string): Promise<unknown> {
  return businessErrors("checkout-releases", release, businessOf(evaluation));
}

describe("createCheckouts<Handlers>", () => {
  it("takes what the release's checkout has", async () => {
    expect(await problemsOf(ownRelease, "links: []")).toEqual([]);
  });

  it("takes nothing that it has not, and misses what it needs", async () => {
    expect(await problemsOf(ownRelease, 'links: "none"')).toEqual([
      expect.stringMatching(/^business\.ts: /),
    ]);
    expect(await problemsOf(ownRelease, "")).toEqual([expect.stringMatching(/^business\.ts: /)]);
  });

  it.runIf(published).each(publishedReleases)(
    "works with the release of $name",
    async (release) => {
      expect(await problemsOf(release, 'links: [], currency: "USD"')).toEqual([]);
    },
  );

  it.runIf(published).each([
    ["2026-01-11", []],
    ["2026-01-23", [expect.stringMatching(/currency' is missing/)]],
    ["2026-04-08", [expect.stringMatching(/currency' is missing/)]],
  ])("demands a currency in %s if requests have none (§2.4)", async (release, problems) => {
    expect(await problemsOf(publishedRelease(release), "links: []")).toEqual(problems);
  });
});
