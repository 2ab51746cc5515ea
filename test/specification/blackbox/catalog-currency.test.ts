/** The currency of the catalog (§2.8, §4.4): by the request's context, or by the country that a proxy says in a header. */

import { beforeEach, describe, expect, it } from "vitest";
import { business, needs } from "../../blackbox/opening.js";
import { restHeaders, send, without } from "../../blackbox/speak.js";
import { SNAP } from "../../support/currencies.js";
import { GEO_IP_HEADER } from "../../support/purchase/purchase.js";

beforeEach(() => needs("currencies"));

interface Price {
  readonly amount: number;
  readonly currency: string;
}

interface CatalogProduct {
  readonly id: string;
  readonly price_range: { readonly min: Price; readonly max: Price };
  readonly variants: readonly [
    { readonly price: Price; readonly availability: { readonly available: boolean } },
  ];
}

describe("the currency of the catalog", () => {
  async function find(what: "search" | "lookup", request: object, country = "XX") {
    const open = await business();
    const sent = without(restHeaders(open.platform), "idempotency-key");
    const { body } = await send(`${open.rest}/catalog/${what}`, {
      method: "POST",
      headers: { ...sent, [GEO_IP_HEADER]: country },
      body: JSON.stringify(request),
    });
    return (body as unknown as { readonly products: readonly CatalogProduct[] }).products;
  }

  /** The price of the product that comes first. */
  async function price(...asked: Parameters<typeof find>) {
    return (await find(...asked)).slice(0, 1).map(({ id, price_range: { min, max }, variants }) => {
      const [{ price }] = variants;
      expect([min, max]).toEqual([price, price]);
      return [id, price.amount, price.currency];
    });
  }

  const japan = { context: { address_country: "JP" } };

  it.each([
    ["search", { query: "snap instant camera" }],
    ["lookup", { ids: ["snap_mint"] }],
  ] as const)(
    "§2.8: of a %s follows the context, and geo-IP without one",
    async (what, request) => {
      const camera = ["prod_snap", SNAP.USD, "USD"];
      expect(await price(what, request)).toEqual([camera]);
      const yen = ["prod_snap", SNAP.JPY, "JPY"];
      expect(await price(what, { ...request, ...japan })).toEqual([yen]);
      expect(await price(what, request, "JP")).toEqual([yen]);
      expect(await price(what, { ...request, ...japan }, "FR")).toEqual([yen]);
    },
  );

  it.each([
    ["search", { query: "developer" }],
    ["lookup", { ids: ["developer"] }],
  ] as const)("§2.3: of a %s comes with what is available there", async (what, request) => {
    for (const [country, available] of [
      ["FR", true],
      ["JP", false],
    ] as const) {
      const [product] = await find(what, request, country);
      expect(product?.variants[0].availability).toEqual({ available });
    }
  });

  it("§4.4: is that of the bounds of a search", async () => {
    const filters = { price: { min: SNAP.JPY, max: SNAP.JPY } };
    const found = async (request: object) => (await find("search", request)).map(({ id }) => id);
    expect(await found({ filters, ...japan })).toContain("prod_snap");
    expect(await found({ filters })).not.toContain("prod_snap");
  });
});
