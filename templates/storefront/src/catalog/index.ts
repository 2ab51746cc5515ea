/** The catalog. In: what is sold. Out: its handlers, and what carts and checkouts ask it. */

import type { Handlers } from "../generated/server.js";
import type { Article } from "./article.js";
import { createIdentify } from "./identifiers.js";
import { itemOf, type Item } from "./item-of.js";
import { createLookupCatalog } from "./lookup.js";
import { productOf } from "./product-of.js";
import { PRODUCTS } from "./products.js";
import { createSearchCatalog } from "./search.js";

export type { Article } from "./article.js";
export type { Item } from "./item-of.js";
export { isSoldTo } from "./sold-to.js";

export type Catalog = ReturnType<typeof createCatalog>;

/** @param articles all that the shop sells */
export function createCatalog(articles: readonly Article[] = PRODUCTS) {
  const identify = createIdentify(articles);
  const handlers = {
    searchCatalog: createSearchCatalog(articles),
    lookupCatalog: createLookupCatalog(identify),
  } satisfies Partial<Handlers>;
  return {
    handlers,
    /** All, as they are shown to everyone. */
    products: () => articles.map((article) => productOf(article, undefined)),
    /** By id of a variant or product, SKU or handle. */
    itemOf(identifier: string): Item | undefined {
      const found = identify(identifier);
      return found === undefined ? undefined : itemOf(found);
    },
  };
}
