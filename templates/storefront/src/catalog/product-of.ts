/** An article as the catalog shows it (§2.8). */

import type { Product } from "../generated/index.js";
import type { Seller } from "../generated/schemas/shopping/types/seller.js";
import type { Variant } from "../generated/schemas/shopping/types/variant.js";
import type { Article, ArticleVariant, Picture } from "./article.js";
import type { PricedArticle } from "./priced.js";
import type { SellerEntry, ShopData } from "../shop-data.js";
import { isSoldTo, type BuyerArea } from "./sold-to.js";

/** Where the shop's own pages are. */
const SITE = "https://shop.example.com";

const SHOP: SellerEntry = {
  name: "Lumen & Oak",
  links: [
    { type: "privacy_policy", url: `${SITE}/privacy` },
    { type: "terms_of_service", url: `${SITE}/terms` },
    { type: "refund_policy", url: `${SITE}/refunds` },
  ],
};

export interface Showing {
  /** Undefined where the buyer is nowhere that is known. */
  readonly buyer?: BuyerArea | undefined;
  readonly sellers: ShopData["sellers"];
  /** Some of the variants; all of them unless given. */
  readonly shown?: readonly ArticleVariant[];
}

/** With all its variants, or those that are to be shown; range and options are of all of them anyway. */
export function productOf(
  article: PricedArticle,
  { buyer, sellers, shown = article.variants }: Showing,
): Product & { variants: Variant[] } {
  const { id, handle, title, description, rating } = article;
  return {
    id,
    handle,
    title,
    description: { plain: description },
    url: `${SITE}/products/${handle}`,
    categories: article.categories.map((value) => ({ value, taxonomy: "shop" })),
    price_range: priceRangeOf(article),
    media: article.media.map((picture) => ({
      type: "image",
      url: imageUrl(picture),
      alt_text: picture.alt,
    })),
    options: optionsOf(article),
    variants: shown.map((each) => ({
      ...variantOf(article, each, buyer),
      seller: sellerOf(article, sellers),
    })),
    ...(rating === undefined ? {} : { rating: { ...rating, scale_max: 5 } }),
    metadata: { ...article.attributes },
  };
}

/** `Canvas camera bag, M`. */
export function variantTitle({ title }: Article, { options = {} }: ArticleVariant): string {
  return [title, ...Object.values(options)].join(", ");
}

export function imageUrl({ file }: Picture): string {
  return /^https?:/.test(file) ? file : `${SITE}/images/${file}`;
}

/** Whether a buyer there can have it now; of a place that is not known, whether anyone can. */
export function isAvailable(
  article: Article,
  { stock }: ArticleVariant,
  buyer: BuyerArea | undefined,
): boolean {
  return stock > 0 && isSoldTo(article, buyer);
}

function variantOf(
  article: PricedArticle,
  variant: ArticleVariant,
  buyer: BuyerArea | undefined,
): Variant {
  return {
    id: variant.id,
    sku: variant.sku,
    title: variantTitle(article, variant),
    description: { plain: article.description },
    price: { amount: variant.price, currency: article.currency },
    availability: { available: isAvailable(article, variant, buyer) },
    selected_options: Object.entries(variant.options ?? {}).map(([name, label]) => ({
      name,
      label,
    })),
    tags: [...article.tags],
  };
}

function priceRangeOf({ variants, currency }: PricedArticle): NonNullable<Product["price_range"]> {
  const amounts = variants.map(({ price }) => price);
  return {
    min: { amount: Math.min(...amounts), currency },
    max: { amount: Math.max(...amounts), currency },
  };
}

/** Each choice once, in the order of the variants. */
function optionsOf({ variants }: Article): NonNullable<Product["options"]> {
  const labels = new Map<string, Set<string>>();
  for (const [name, label] of variants.flatMap(({ options }) => Object.entries(options ?? {})))
    labels.set(name, (labels.get(name) ?? new Set()).add(label));
  return [...labels].map(([name, each]) => ({
    name,
    values: [...each].map((label) => ({ label })),
  }));
}

function sellerOf({ seller = "" }: Article, sellers: ShopData["sellers"]): Seller {
  const { name, links } = sellers.get(seller) ?? SHOP;
  return { name, links: [...links] };
}
