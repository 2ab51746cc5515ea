/** Finding products by words and conditions (§4.4). */

import type { SearchRequest, SearchResponse } from "../generated/index.js";
import type { Article } from "./article.js";
import { readCursor, searchKey, writeCursor, type Position } from "./cursor.js";
import { readFilters, type Filters } from "./filters.js";
import { matches } from "./matches.js";
import { readPage } from "./page.js";
import { productOf } from "./product-of.js";
import { queryWords, relevanceOf } from "./relevance.js";
import type { BuyerArea } from "./sold-to.js";

type SearchAnswer = Omit<SearchResponse, "proto">;

interface Result extends Position {
  readonly article: Article;
}

/**
 * A page of what has all words of the query and meets all filters, the most relevant first. What cannot be
 * bought where the buyer is, as far as the context says, is found and said not to be available.
 *
 * @throws ProtocolError invalid_request where query, filters or pagination are not what the shop knows
 */
export function searchCatalog(
  articles: readonly Article[],
  { query = "", context, filters: wanted = {}, pagination = {} }: SearchRequest,
): SearchAnswer {
  const words = queryWords(query);
  const filters = readFilters(wanted);
  const { limit, cursor } = readPage(pagination);
  const search = searchKey(words, filters);

  const results = resultsOf(articles, words, filters, context);
  const left = cursor === undefined ? results : after(readCursor(cursor, search), results);
  const page = left.slice(0, limit);
  const last = left.length > limit ? page.at(-1) : undefined;
  return {
    products: page.map(({ article }) => productOf(article, context)),
    pagination: {
      ...(last === undefined ? {} : { cursor: writeCursor(search, last) }),
      has_next_page: last !== undefined,
      total_count: results.length,
    },
  };
}

function resultsOf(
  articles: readonly Article[],
  words: readonly string[],
  filters: Filters,
  buyer: BuyerArea | undefined,
): Result[] {
  const found = articles.flatMap((article): Result[] => {
    const relevance = relevanceOf(article, words);
    if (relevance === undefined || !matches(article, filters, buyer)) return [];
    return [{ article, relevance, id: article.id }];
  });
  return found.sort(inOrder);
}

function after(position: Position, results: readonly Result[]): readonly Result[] {
  return results.filter((result) => inOrder(position, result) < 0);
}

/** No two are equal, so the order is the same on every page. */
function inOrder(one: Position, other: Position): number {
  if (one.relevance !== other.relevance) return other.relevance - one.relevance;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
