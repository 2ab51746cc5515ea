/** Looking products up by identifier (§4.4): what an identifier of the shop stands for, and how a product is shown. */

import { createLookup, type LookupCatalog } from "@proto-gen/runtime/commerce";
import type { Handlers } from "../generated/server.js";
import type { ShopData } from "../shop-data.js";
import type { ArticleVariant } from "./article.js";
import type { Identify } from "./identifiers.js";
import type { PricedArticle } from "./priced.js";
import { productOf } from "./product-of.js";

export function createLookupCatalog(
  identify: Identify,
  sellers: ShopData["sellers"],
): LookupCatalog<Handlers> {
  return createLookup<Handlers, PricedArticle, ArticleVariant>({
    find: (ids) =>
      new Map(
        ids.flatMap((id) => {
          const found = identify(id);
          if (found === undefined) return [];
          const { article: product, variant, match } = found;
          return [[id, [{ product, variant, match }]] as const];
        }),
      ),
    show: (article, variants, { request: { context } }) =>
      productOf(article, { buyer: context, sellers, shown: variants }),
  });
}
