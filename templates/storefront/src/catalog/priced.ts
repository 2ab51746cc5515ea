/** Articles in a currency. Prices are converted here, once for each piece, so that lines and totals agree. */

import type { Currency, Prices } from "../currency.js";
import type { Article, ArticleVariant } from "./article.js";

export interface PricedArticle extends Article {
  /** The currency of its variants' prices, which are in minor units of it. */
  readonly currency: Currency;
}

export function pricedIn(currency: Currency, article: Article, prices: Prices): PricedArticle {
  const priced = (variant: ArticleVariant): ArticleVariant => ({
    ...variant,
    price: prices.amountIn(currency, variant.price),
  });
  const [first, ...others] = article.variants;
  return { ...article, currency, variants: [priced(first), ...others.map(priced)] };
}
