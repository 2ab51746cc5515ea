/** The catalog in each currency. In: what is sold. Out: its handlers, and what carts and checkouts ask it. */

import type { LookupCatalog, SearchCatalog } from "@proto-gen/runtime/commerce";
import type { Currency, Prices } from "../currency.js";
import type { Handlers } from "../generated/server.js";
import type { ShopData } from "../shop-data.js";
import { createIdentify } from "./identifiers.js";
import { itemOf, type Item } from "./item-of.js";
import { createLookupCatalog } from "./lookup.js";
import { pricedIn } from "./priced.js";
import { productOf } from "./product-of.js";
import { createSearchCatalog } from "./search.js";

export type { Article } from "./article.js";
export type { Item } from "./item-of.js";
export { isSoldTo } from "./sold-to.js";

export interface Catalog {
  /** The currency of all prices that the catalog gives and takes. */
  readonly currency: Currency;
  readonly prices: Prices;
  /** The same articles in another currency. */
  in(currency: Currency): Catalog;
  readonly handlers: {
    readonly searchCatalog: SearchCatalog<Handlers>;
    readonly lookupCatalog: LookupCatalog<Handlers>;
  };
  /** All products, as they are shown to everyone. */
  products(): readonly ReturnType<typeof productOf>[];
  /** Finds an item by the id of a variant or product, by SKU or by handle. */
  itemOf(identifier: string): Item | undefined;
}

export type CatalogData = Pick<ShopData, "articles" | "prices" | "sellers">;

/** The catalog in the home currency. */
export function createCatalog(data: CatalogData): Catalog {
  const made = new Map<Currency, Catalog>();
  const inCurrency = (currency: Currency): Catalog => {
    const catalog = made.get(currency) ?? { ...catalogIn(currency, data), in: inCurrency };
    made.set(currency, catalog);
    return catalog;
  };
  return inCurrency(data.prices.home);
}

function catalogIn(currency: Currency, data: CatalogData): Omit<Catalog, "in"> {
  const { articles, prices, sellers } = data;
  const priced = articles.map((article) => pricedIn(currency, article, prices));
  const identify = createIdentify(priced);
  return {
    currency,
    prices,
    handlers: {
      searchCatalog: createSearchCatalog(priced, sellers),
      lookupCatalog: createLookupCatalog(identify, sellers),
    },
    products: () => priced.map((article) => productOf(article, { sellers })),
    itemOf(identifier) {
      const found = identify(identifier);
      return found === undefined ? undefined : itemOf(found);
    },
  };
}
