/** How well an article answers a query. In: the words of the query. Out: the more, the better. */

import type { Article } from "./article.js";
import { badRequest } from "./bad-request.js";
import { foldedWords } from "./fold.js";

const MAX_QUERY = 500;
const IN_TITLE = 4;
const IN_KEYWORDS = 2;
const IN_DESCRIPTION = 1;

/**
 * Each word once, in an order that does not depend on the caller's.
 *
 * @throws ProtocolError invalid_request where the query is too long
 */
export function queryWords(query: string): readonly string[] {
  if (query.length > MAX_QUERY)
    throw badRequest("$.query", `must have at most ${MAX_QUERY} characters`);
  return [...new Set(foldedWords(query))].sort();
}

/**
 * Undefined where a word is nowhere. The beginning of a word is enough: `lens` finds lenses. A query without
 * words finds everything.
 */
export function relevanceOf(article: Article, words: readonly string[]): number | undefined {
  const title = foldedWords(article.title);
  const keywords = [...article.categories, ...article.tags].flatMap(foldedWords);
  const description = foldedWords(article.description);
  let relevance = 0;
  for (const word of words) {
    const begins = (each: string): boolean => each.startsWith(word);
    if (title.some(begins)) relevance += IN_TITLE;
    else if (keywords.some(begins)) relevance += IN_KEYWORDS;
    else if (description.some(begins)) relevance += IN_DESCRIPTION;
    else return undefined;
  }
  return relevance;
}
