/** What an identifier stands for (§4.4). In: an id of a product or a variant, a SKU or a handle. */

import type { ArticleVariant } from "./article.js";
import type { PricedArticle } from "./priced.js";

export interface Identified {
  readonly article: PricedArticle;
  readonly variant: ArticleVariant;
  /** `exact`: the variant itself was named; `featured`: its product was. */
  readonly match: "exact" | "featured";
}

/** Undefined where nothing has this identifier. Case counts. */
export type Identify = (identifier: string) => Identified | undefined;

export function createIdentify(articles: readonly PricedArticle[]): Identify {
  const byIdentifier = new Map(articles.flatMap(identifiersOf));
  return (identifier) => byIdentifier.get(identifier);
}

function identifiersOf(article: PricedArticle): (readonly [string, Identified])[] {
  const [variant] = article.variants;
  const featured: Identified = { article, variant, match: "featured" };
  return [
    [article.id, featured],
    [article.handle, featured],
    ...article.variants.flatMap((each) => exactly(article, each)),
  ];
}

function exactly(
  article: PricedArticle,
  variant: ArticleVariant,
): (readonly [string, Identified])[] {
  const exact: Identified = { article, variant, match: "exact" };
  return [
    [variant.id, exact],
    [variant.sku, exact],
  ];
}
