/** Whether an article meets the filters of a search (§4.4). */

import type { Article, ArticleVariant } from "./article.js";
import type { Filters } from "./filters.js";
import { folded } from "./fold.js";
import { isAvailable } from "./product-of.js";
import type { BuyerArea } from "./sold-to.js";

/**
 * Price, availability and options must be met by one variant: a buyer who asks for a black one below 50 dollars
 * has no use for a black one above and a white one below.
 */
export function matches(article: Article, filters: Filters, buyer: BuyerArea | undefined): boolean {
  const categories = article.categories.map(folded);
  const tags = article.tags.map(folded);
  return (
    (filters.categories?.some((each) => categories.includes(each)) ?? true) &&
    filters.tags.every((each) => tags.includes(each)) &&
    article.variants.some((variant) => variantMatches(article, variant, filters, buyer))
  );
}

function variantMatches(
  article: Article,
  variant: ArticleVariant,
  { price, available, options }: Filters,
  buyer: BuyerArea | undefined,
): boolean {
  const chosen = new Map(
    Object.entries(variant.options ?? {}).map(([name, label]) => [folded(name), folded(label)]),
  );
  return (
    price.min <= variant.price &&
    variant.price <= price.max &&
    (available === undefined || available === isAvailable(article, variant, buyer)) &&
    options.every(({ name, labels }) => labels.some((label) => label === chosen.get(name)))
  );
}
