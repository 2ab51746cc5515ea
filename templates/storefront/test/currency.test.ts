/** The currencies of the shop: prices in each of them, the countries that they are for, and where a country comes from. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { createPrices } from "../src/currency.js";
import { releaseValues } from "../src/generated/release.js";
import { createGeoIp } from "../src/geo-ip.js";
import { handlersForCart } from "../src/payment/payment-handlers.js";
import { createSandbox } from "../src/payment/sandbox.js";
import { openShop } from "../src/shop.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";
import { DATA } from "./data-of-test.js";

const { currencies: CURRENCIES, amountIn, known, ofCountry } = DATA.prices;

describe("an amount of the price list", () => {
  it.each([
    ["USD", 1_999, 1_999],
    ["EUR", 1_999, 1_799],
    ["JPY", 1_999, 2_999],
    ["JPY", 3, 5],
    ["EUR", 0, 0],
  ] as const)("is in %s, of %d US cents, %d minor units", (currency, usCents, amount) => {
    expect(amountIn(currency, usCents)).toBe(amount);
  });

  it("is about what people pay in the currency, with the digits that it has", () => {
    for (const currency of CURRENCIES) {
      const format = new Intl.NumberFormat("en", { style: "currency", currency });
      const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
      const oneDollar = amountIn(currency, 100) / unit;
      expect(oneDollar).toBeGreaterThan(currency === "JPY" ? 50 : 0.5);
      expect(oneDollar).toBeLessThan(currency === "JPY" ? 500 : 2);
    }
  });
});

describe("a shop whose home currency has other digits than two", () => {
  it.each([
    ["KWD", 12_345, 12_345],
    ["USD", 12_345, 4_012],
    ["JPY", 12_345, 6_049],
  ])("converts 12.345 dinars to %s", (currency, home, amount) => {
    const lists = { USD: { rate: 3.25 }, JPY: { rate: 490, countries: ["JP"] } };
    expect(createPrices("KWD", lists).amountIn(currency, home)).toBe(amount);
  });

  it("converts yen, which have none, to what has three", () => {
    const { amountIn: inYen } = createPrices("JPY", { KWD: { rate: 0.002 } });
    expect(inYen("KWD", 1_500)).toBe(3_000);
  });
});

describe("the catalog in a currency", () => {
  const home = createCatalog(DATA);

  it.each(CURRENCIES)("has each price converted once: in %s", (currency) => {
    const catalog = home.in(currency);
    for (const { id, variants } of home.products())
      for (const variant of variants) {
        const amount = amountIn(currency, variant.price?.amount ?? 0);
        expect(catalog.itemOf(variant.id ?? "")?.price).toBe(amount);
        expect(amount).toBeGreaterThan(0);
        expect(catalog.products().find((each) => each.id === id)?.variants).toContainEqual({
          ...variant,
          price: { amount, currency },
        });
      }
  });

  it("is made of the price list and not of another currency's prices", () => {
    expect(home.in("JPY").in("EUR").itemOf("presets")).toEqual(home.in("EUR").itemOf("presets"));
    expect(home.in("JPY").in("USD")).toBe(home);
  });
});

describe("the currency of a country", () => {
  it.each([
    ["DE", "EUR"],
    ["HR", "EUR"],
    ["JP", "JPY"],
    ["US", "USD"],
    ["CH", "USD"],
  ])("%s is %s", (country, currency) => {
    expect(ofCountry(country)).toBe(currency);
  });

  it("is one that the shop knows, and no other name is", () => {
    expect(CURRENCIES.map(known)).toEqual(CURRENCIES);
    for (const code of ["GBP", "usd", "", "toString", undefined])
      expect(known(code)).toBeUndefined();
  });
});

describe("geo-IP", () => {
  const by = (header: string | undefined, headers: object) =>
    createGeoIp(header)(new Headers({ ...headers }));

  it("reads the header that it was told, by its name in any case", () => {
    expect(by("cf-ipcountry", { "CF-IPCountry": "FR" })).toEqual({ address_country: "FR" });
    expect(by("CF-IPCountry", { "X-Vercel-IP-Country": "FR" })).toBeUndefined();
    expect(by(undefined, { "CF-IPCountry": "FR" })).toBeUndefined();
  });

  it.each(["XX", "T1", "ZZ", "EU", "A1", "fr", "FRA", "France", "F", "", "FR,FR", "FR, DE"])(
    "knows no country from %j",
    (value) => {
      expect(by("CF-IPCountry", { "CF-IPCountry": value })).toBeUndefined();
    },
  );

  it.each(["", " ", "CF IPCountry", "CF-IPCountry:", "é"])(
    "is not opened with %j, which is no header's name",
    async (geoIpCountryHeader) => {
      expect(() => createGeoIp(geoIpCountryHeader)).toThrow(TypeError);
      const options = { port: 0, payments: createSandbox(), mailer: { send: async () => {} } };
      const opening = openShop({ ...options, isTrusted: () => true, geoIpCountryHeader });
      await expect(opening).rejects.toThrow("is not the name of a header");
    },
  );
});

describe("a checkout that is created from a cart", () => {
  // The release of this profile has no `cart_id`.
  const release = releaseValues as { cartId?: "accepted" };
  let open: TestShop;
  beforeAll(async () => {
    release.cartId = "accepted";
    open = await openTestShop();
  });
  afterAll(() => {
    delete release.cartId;
    return open.close();
  });

  it("has the currency of the cart, also where its request names another", async () => {
    const line_items = [{ item: { id: "presets" }, quantity: 1 }];
    const context = { address_country: "JP" };
    const cart = resource(await open.client.createCart({ line_items, context }));
    const request = { line_items, currency: "USD", cart_id: cart.id };
    const checkout = resource(await open.client.createCheckout(request));
    expect([cart.currency, checkout.currency]).toEqual(["JPY", "JPY"]);
    expect(checkout.totals).toEqual(cart.totals);
  });
});

describe("what is paid later", () => {
  const american = {
    methods: [
      {
        id: "m",
        type: "shipping" as const,
        line_item_ids: [],
        destinations: [{ id: "d", address_country: "US" }],
        selected_destination_id: "d",
      },
    ],
  };

  it.each([
    ["USD", 4_999, false],
    ["USD", 5_000, true],
    ["EUR", 4_499, false],
    ["EUR", 4_500, true],
    ["EUR", 45_001, false],
    ["JPY", 7_499, false],
    ["JPY", 75_000, true],
    ["JPY", 75_001, false],
  ])("depends on a sum in the checkout's currency: %s %d is %j", (currency, amount, isOffered) => {
    const handlers = [{ id: "later", available_instruments: [{ type: "pay_later" }] }];
    const totals = [{ type: "total" as const, amount }];
    const left = handlersForCart(
      handlers,
      { currency, totals, fulfillment: american },
      DATA.prices,
    );
    expect(left.length > 0).toBe(isOffered);
  });
});
