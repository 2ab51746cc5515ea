/** What the shop sells, as the catalog shows it (§2.8) and as carts and checkouts know it (§2.4). */

import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog/index.js";
import { pricedIn } from "../src/catalog/priced.js";
import { productOf } from "../src/catalog/product-of.js";
import { isSoldTo, type BuyerArea } from "../src/catalog/sold-to.js";
import { Product } from "../src/generated/index.js";
import { DATA, PRODUCTS } from "./data-of-test.js";

const { itemOf } = createCatalog(DATA);
const VARIANTS = PRODUCTS.flatMap(({ variants }) => [...variants]);

function identifiers(): string[] {
  const ofProducts = PRODUCTS.flatMap(({ id, handle }) => [id, handle]);
  return [...ofProducts, ...VARIANTS.flatMap(({ id, sku }) => [id, sku])];
}

describe("the articles", () => {
  it.each(PRODUCTS.map((article) => [article.id, article] as const))(
    "make a product of the protocol of %s (§2.8)",
    (_, article) => {
      const product = productOf(pricedIn("USD", article, DATA.prices), DATA);
      expect(Product.check(product)).toEqual([]);
      expect(product.variants).toHaveLength(article.variants.length);
      for (const { price } of product.variants ?? []) {
        expect(price?.amount).toBeGreaterThanOrEqual(product.price_range?.min?.amount as number);
        expect(price?.amount).toBeLessThanOrEqual(product.price_range?.max?.amount as number);
      }
    },
  );

  it("have identifiers that lead to one thing each", () => {
    expect(new Set(identifiers()).size).toBe(identifiers().length);
  });

  it("have amounts in whole cents and stock in whole pieces", () => {
    const counts = VARIANTS.flatMap(({ price, stock }) => [price, stock]);
    expect(counts.filter((each) => !Number.isSafeInteger(each) || each < 0)).toEqual([]);
    expect(VARIANTS.filter(({ price }) => price === 0)).toEqual([]);
  });

  it("have variants with the same options within a product, and no two alike", () => {
    for (const { variants } of PRODUCTS) {
      const names = variants.map(({ options = {} }) => Object.keys(options).join());
      expect(new Set(names).size).toBe(1);
      const choices = variants.map(({ options = {} }) => Object.values(options).join());
      expect(new Set(choices).size).toBe(variants.length);
    }
  });

  it("are of sellers that are known", () => {
    const sellers = PRODUCTS.flatMap(({ seller }) => seller ?? []);
    expect(sellers.filter((seller) => !DATA.sellers.has(seller))).toEqual([]);
  });
});

it("shows range, options and seller of a product (§2.8)", () => {
  const frame = PRODUCTS.find(({ id }) => id === "prod_frame");
  const product = productOf(pricedIn("USD", frame as (typeof PRODUCTS)[number], DATA.prices), DATA);
  expect(product).toMatchObject({
    url: "https://shop.example.com/products/oak-picture-frame",
    categories: [{ value: "Home" }, { value: "Frames" }],
    price_range: {
      min: { amount: 3_900, currency: "USD" },
      max: { amount: 8_400, currency: "USD" },
    },
    options: [
      { name: "Size", values: [{ label: "20 x 30 cm" }, { label: "50 x 70 cm" }] },
      { name: "Finish", values: [{ label: "Natural" }, { label: "Black" }] },
    ],
    rating: { value: 4.8, scale_max: 5, count: 267 },
    metadata: { wood: "oak" },
  });
  expect(product.variants?.[1]).toMatchObject({
    title: "Oak picture frame, 20 x 30 cm, Black",
    availability: { available: false },
    selected_options: [
      { name: "Size", label: "20 x 30 cm" },
      { name: "Finish", label: "Black" },
    ],
    seller: { name: "Lumen & Oak" },
  });
});

describe("itemOf", () => {
  it.each([
    ["a variant's id", "bag_m", "bag_m"],
    ["a SKU", "BAG-M", "bag_m"],
    ["a product's id", "prod_bag", "bag_s"],
    ["a handle", "canvas-camera-bag", "bag_s"],
  ])("finds a variant by %s (§4.4)", (_, identifier, variant) => {
    expect(itemOf(identifier)?.id).toBe(variant);
  });

  it.each(["", "unknown", "bag-m", "__proto__", "constructor"])("knows no %j", (identifier) => {
    expect(itemOf(identifier)).toBeUndefined();
  });

  it("says what a checkout has to know", () => {
    expect(itemOf("bag_l")).toEqual({
      id: "bag_l",
      title: "Canvas camera bag, L",
      price: 15_900,
      image_url: "https://shop.example.com/images/bag.jpg",
      stock: 0,
      digital: false,
      bulky: false,
      byAppointment: false,
      notSoldIn: [],
      onlySoldIn: undefined,
    });
  });

  it.each([
    ["presets", { digital: true }],
    ["sideboard", { bulky: true }],
    ["cabinet", { byAppointment: true }],
    ["developer", { notSoldIn: [{ country: "US", region: "UT" }, { country: "JP" }] }],
    ["power", { onlySoldIn: ["US", "CA"] }],
  ])("knows what is special about %s", (id, special) => {
    expect(itemOf(id)).toMatchObject(special);
  });
});

describe("isSoldTo", () => {
  const places: readonly (readonly [string, BuyerArea | undefined, boolean, boolean])[] = [
    // Where, what it is written as, whether the developer is sold there, whether the power station is.
    ["nowhere that is known", undefined, true, true],
    ["nothing", {}, true, true],
    ["blanks", { address_country: " ", address_region: "" }, true, true],
    ["the United States", { address_country: "US" }, true, true],
    ["Illinois", { address_country: "US", address_region: "IL" }, true, true],
    ["Utah", { address_country: "US", address_region: "UT" }, false, true],
    ["Utah in small letters", { address_country: "us", address_region: "ut" }, false, true],
    ["Utah, alpha-3", { address_country: "USA", address_region: "US-UT" }, false, true],
    ["Utah by names", { address_country: "United States", address_region: "Utah" }, false, true],
    ["Utah without its country", { address_region: "UT" }, false, true],
    ["a UT of another country", { address_country: "FR", address_region: "UT" }, true, false],
    ["Canada", { address_country: "Canada" }, true, true],
    ["Germany", { address_country: "DE" }, true, false],
    ["Germany, alpha-3", { address_country: "DEU" }, true, false],
    ["a made-up place", { address_country: "__proto__" }, true, false],
  ];

  it.each(places)("knows what is sold to %s (§2.3)", (_, place, developer, power) => {
    const sold = ["developer", "power", "mugs"].map((id) => isSoldTo(itemOf(id) ?? {}, place));
    expect(sold).toEqual([developer, power, true]);
  });
});
