/**
 * What the shop sells, at which prices, and how it delivers, charges and reviews: `data.json`, or the file that
 * `proto-gen mock --data` names. `data.schema.json` describes the file; here its short forms are written out.
 */

import { readFileSync } from "node:fs";
import { UNLIMITED, type Area, type Article, type ArticleVariant } from "./catalog/article.js";
import type { DiscountCode } from "./checkout/discounts.js";
import { createPrices, type PriceList, type Prices } from "./currency.js";
import type { OfferedMethod } from "./delivery-methods.js";
import { SANDBOX_OUTCOMES, type PaymentOutcome } from "./payment/sandbox.js";
import type { Pace } from "./warehouse/sandbox-warehouse.js";

export interface SellerEntry {
  readonly name: string;
  readonly links: readonly { readonly type: string; readonly url: string }[];
}

/** A buyer whom the shop knows by the email address. */
export interface Customer {
  readonly email: string;
  /** Where the shop has shipped to before: offered as destinations. */
  readonly addresses?: readonly Readonly<Record<string, string>>[];
}

export interface Discounts {
  /** `best`: of several discounts the largest counts. `all`: each counts, on what the ones before have left. */
  readonly combine?: "best" | "all";
  /** By the code, in any case. */
  readonly codes?: Readonly<Record<string, DiscountCode>>;
  /** Granted without a code, by the claim that `context.eligibility` has to have: `com.example.loyalty_gold`. */
  readonly eligibility?: Readonly<Record<string, DiscountCode>>;
}

/** A product as the file has it. `price` and `stock` are those of its only variant, which has the product's id. */
interface ProductEntry {
  readonly id: string;
  readonly title: string;
  readonly handle?: string;
  readonly description?: string;
  readonly price?: number;
  readonly stock?: number;
  readonly variants?: readonly VariantEntry[];
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  readonly images?: Article["media"];
  readonly rating?: NonNullable<Article["rating"]>;
  readonly seller?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly digital?: boolean;
  readonly ships_alone?: boolean;
  readonly by_appointment?: boolean;
  readonly not_sold_in?: readonly Area[];
  readonly only_sold_in?: readonly string[];
}

interface VariantEntry {
  readonly id: string;
  readonly price: number;
  readonly sku?: string;
  readonly stock?: number | undefined;
  readonly options?: Readonly<Record<string, string>>;
}

/** The file. Amounts are in minor units of `currency`, times in seconds. */
export interface ShopFile {
  readonly currency?: string;
  readonly currencies?: Readonly<Record<string, PriceList>>;
  readonly products: readonly ProductEntry[];
  readonly sellers?: Readonly<Record<string, SellerEntry>>;
  readonly discounts?: Discounts;
  readonly delivery?: Readonly<Record<string, OfferedMethod>>;
  readonly customers?: readonly Customer[];
  readonly payments?: Readonly<Record<string, PaymentOutcome>>;
  readonly review_from?: number;
  readonly warehouse?:
    { readonly shipped_after: number; readonly delivered_after: number } | "manual";
}

export interface ShopData {
  readonly prices: Prices;
  readonly articles: readonly Article[];
  /** By the names that articles have. */
  readonly sellers: ReadonlyMap<string, SellerEntry>;
  readonly discounts: Discounts;
  /** By the type of the method, in the order in which platforms see them. */
  readonly delivery: ReadonlyMap<string, OfferedMethod>;
  /** By their email addresses, in small letters. */
  readonly customers: ReadonlyMap<string, Customer>;
  /** By payment token; others pay. */
  readonly outcomes: ReadonlyMap<string, PaymentOutcome>;
  /** From this sum on the buyer looks an order over: in minor units of the home currency. */
  readonly reviewFrom: number;
  /** `manual`: people ship and deliver. Undefined: as fast as the shop says. */
  readonly pace: Pace | "manual" | undefined;
}

const OWN = new URL("../data.json", import.meta.url);

/** The `data.json` of this project. */
export function ownShopFile(): ShopFile {
  return JSON.parse(readFileSync(OWN, "utf8")) as ShopFile;
}

export function shopDataIn(file: ShopFile): ShopData {
  const { currency = "USD", customers = [], warehouse } = file;
  return {
    prices: createPrices(currency, file.currencies),
    articles: file.products.map(articleOf),
    sellers: new Map(Object.entries(file.sellers ?? {})),
    discounts: file.discounts ?? {},
    delivery: new Map(Object.entries(file.delivery ?? {})),
    customers: new Map(customers.map((each) => [each.email.toLowerCase(), each])),
    outcomes: outcomesIn(file),
    reviewFrom: file.review_from ?? Infinity,
    pace: paceOf(warehouse),
  };
}

/** By payment token, with those that the sandbox has anyway. */
export function outcomesIn({ payments = {} }: ShopFile): ShopData["outcomes"] {
  return new Map([...SANDBOX_OUTCOMES, ...Object.entries(payments)]);
}

function paceOf(warehouse: ShopFile["warehouse"]): ShopData["pace"] {
  if (warehouse === undefined || warehouse === "manual") return warehouse;
  const { shipped_after, delivered_after } = warehouse;
  return { shippedMs: shipped_after * 1_000, deliveredMs: delivered_after * 1_000 };
}

function articleOf(product: ProductEntry): Article {
  const { id, title, handle = id, description = title, categories = [], tags = [] } = product;
  const { digital, ships_alone, by_appointment, not_sold_in, only_sold_in } = product;
  const { rating, seller, attributes, images = [] } = product;
  const [first, ...others] = product.variants ?? [];
  return {
    ...{ id, handle, title, description, categories, tags, media: images },
    variants: [variantOf(first ?? onlyVariant(product)), ...others.map(variantOf)],
    rating,
    seller,
    attributes,
    digital,
    bulky: ships_alone,
    byAppointment: by_appointment,
    notSoldIn: not_sold_in,
    onlySoldIn: only_sold_in,
  };
}

function onlyVariant({ id, price = 0, stock }: ProductEntry): VariantEntry {
  return { id, price, stock };
}

function variantOf({
  id,
  price,
  sku = id,
  stock = UNLIMITED,
  options,
}: VariantEntry): ArticleVariant {
  return { id, sku, price, stock, options };
}
