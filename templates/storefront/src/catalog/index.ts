/** The catalog in each currency. In: what is sold. Out: its handlers, and what carts and checkouts ask it. */

import type { LookupCatalog, SearchCatalog } from "@proto-gen/runtime/commerce";
import { HOME_CURRENCY, type Currency } from "../currency.js";
import type { Handlers } from "../generated/server.js";
import type { Article } from "./article.js";
import { createIdentify } from "./identifiers.js";
import { itemOf, type Item } from "./item-of.js";
import { createLookupCatalog } from "./lookup.js";
import { pricedIn } from "./priced.js";
import { productOf } from "./product-of.js";
import { PRODUCTS } from "./products.js";
import { createSearchCatalog } from "./search.js";

export type { Article } from "./article.js";
export type { Item } from "./item-of.js";
export { isSoldTo } from "./sold-to.js";

export interface Catalog {
  /** The currency of all prices that the catalog gives and takes. */
  readonly currency: Currency;
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

/**
 * The catalog in the home currency.
 * @param articles all that the shop sells
 */
export function createCatalog(articles: readonly Article[] = PRODUCTS): Catalog {
  const made = new Map<Currency, Catalog>();
  const inCurrency = (currency: Currency): Catalog => {
    const catalog = made.get(currency) ?? { ...catalogIn(currency, articles), in: inCurrency };
    made.set(currency, catalog);
    return catalog;
  };
  return inCurrency(HOME_CURRENCY);
}

function catalogIn(currency: Currency, articles: readonly Article[]): Omit<Catalog, "in"> {
  const priced = articles.map((article) => pricedIn(currency, article));
  const identify = createIdentify(priced);
  return {
    currency,
    handlers: {
      searchCatalog: createSearchCatalog(priced),
      lookupCatalog: createLookupCatalog(identify),
    },
    products: () => priced.map((article) => productOf(article, undefined)),
    itemOf(identifier) {
      const found = identify(identifier);
      return found === undefined ? undefined : itemOf(found);
    },
  };
}
