/** The currency of the catalog (§2.8, §4.4): by the request's context, or by the country that a proxy says in a header. */

import { describe, expect, it } from "vitest";
import { business } from "../blackbox/opening.js";
import { restHeaders, send, without } from "../blackbox/speak.js";
import { BEHIND_PROXY, CAMERA, HEADER } from "../support/currencies.js";

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
    const open = await business(BEHIND_PROXY);
    const sent = without(restHeaders(open.platform), "idempotency-key");
    const { body } = await send(`${open.rest}/catalog/${what}`, {
      method: "POST",
      headers: { ...sent, [HEADER]: country },
      body: JSON.stringify(request),
    });
    return (body as unknown as { readonly products: readonly CatalogProduct[] }).products;
  }

  async function prices(...asked: Parameters<typeof find>) {
    return (await find(...asked)).map(({ id, price_range: { min, max }, variants }) => {
      const [{ price }] = variants;
      expect([min, max]).toEqual([price, price]);
      return [id, price.amount, price.currency];
    });
  }

  const japan = { context: { address_country: "JP" } };

  it.each([
    ["search", { query: "camera" }],
    ["lookup", { ids: ["camera"] }],
  ] as const)(
    "§2.8: of a %s follows the context, and geo-IP without one",
    async (what, request) => {
      const camera = ["product_camera", CAMERA.USD, "USD"];
      expect(await prices(what, request)).toEqual([camera]);
      const yen = ["product_camera", CAMERA.JPY, "JPY"];
      expect(await prices(what, { ...request, ...japan })).toEqual([yen]);
      expect(await prices(what, request, "JP")).toEqual([yen]);
      expect(await prices(what, { ...request, ...japan }, "FR")).toEqual([yen]);
    },
  );

  it.each([
    ["search", { query: "knife" }],
    ["lookup", { ids: ["knife"] }],
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
    const filters = { price: { min: CAMERA.JPY, max: CAMERA.JPY } };
    expect(await prices("search", { filters, ...japan })).toHaveLength(1);
    expect(await prices("search", { filters })).toEqual([]);
  });
});
