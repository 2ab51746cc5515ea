/** The shop's search (§4.4): products by words and conditions, the most relevant first. The runtime turns pages. */

import { createSearch, takePage, type SearchCatalog } from "@proto-gen/runtime/commerce";
import type { Handlers } from "../generated/server.js";
import type { ShopData } from "../shop-data.js";
import { readFilters, type Filters } from "./filters.js";
import { matches } from "./matches.js";
import type { PricedArticle } from "./priced.js";
import { productOf } from "./product-of.js";
import { queryWords, relevanceOf } from "./relevance.js";
import type { BuyerArea } from "./sold-to.js";

interface Query {
  readonly words: readonly string[];
  readonly filters: Filters;
}

/** The place of a result among all of them. */
interface Position {
  readonly relevance: number;
  readonly id: string;
}

interface Result extends Position {
  readonly article: PricedArticle;
}

/**
 * Finds what has all words of the query and meets all filters. Products that cannot be bought where the buyer is, as far as the
 * context says, are found, too, and are said not to be available.
 */
export function createSearchCatalog(
  articles: readonly PricedArticle[],
  sellers: ShopData["sellers"],
): SearchCatalog<Handlers> {
  return createSearch<Handlers, Query, Position>({
    readQuery: ({ query = "", filters = {} }) => ({
      words: queryWords(query),
      filters: readFilters(filters),
    }),
    search(query, page, { request: { context } }) {
      const taken = takePage(resultsOf(articles, query, context), page, inOrder);
      return {
        products: taken.page.map(({ article }) => productOf(article, { buyer: context, sellers })),
        next: taken.next && { relevance: taken.next.relevance, id: taken.next.id },
        total: taken.total,
      };
    },
    isPosition,
  });
}

function resultsOf(
  articles: readonly PricedArticle[],
  { words, filters }: Query,
  buyer: BuyerArea | undefined,
): readonly Result[] {
  return articles.flatMap((article): Result[] => {
    const relevance = relevanceOf(article, words);
    if (relevance === undefined || !matches(article, filters, buyer)) return [];
    return [{ article, relevance, id: article.id }];
  });
}

/** No two are equal, so the order is the same on every page. */
function inOrder(one: Position, other: Position): number {
  if (one.relevance !== other.relevance) return other.relevance - one.relevance;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

function isPosition(value: unknown): value is Position {
  const { relevance, id } = (value ?? {}) as { readonly [Name in keyof Position]?: unknown };
  return typeof relevance === "number" && typeof id === "string";
}
