/**
 * Catalog search (§4.4): pages, cursors and limits. The business is asked for results after a position, not for an
 * offset, so that no result is repeated or skipped if products come or go between two pages.
 */

import type { Message } from "../../envelope/message.js";
import { atLeast } from "../../bounds/at-least.js";
import type { CallContext } from "../../server/handlers.js";
import { readPageRequest, type PageRules, createCursors, type Cursors } from "./page.js";
import type { SearchAnswer, SearchHandlers, SearchProduct, SearchRequestOf } from "./types.js";
import { defined } from "../../json/members.js";

type Later<Value> = Promise<Value> | Value;

/** The requested page of a search. */
export interface SearchPage<Position> {
  /** Maximum number of products on the page. */
  readonly limit: number;
  /** Position of the last product on the previous page. Undefined for the first page. */
  readonly after: Position | undefined;
}

/** The products of one page. */
export interface FoundPage<Product, Position> {
  readonly products: readonly Product[];
  /** Position of the last of these products. Undefined on the last page. */
  readonly next?: Position | undefined;
  /** Total number of results, if known. */
  readonly total?: number | undefined;
  readonly messages?: readonly Message[] | undefined;
}

export interface SearchOptions<Each extends SearchHandlers, Query, Position> {
  /**
   * Reads the query of a request as JSON, equal for equal searches: a cursor is rejected with any other query. Omit
   * `context`, since a platform may learn the buyer's location while paging.
   * @throws ProtocolError `invalid_request` if the business cannot search by this
   */
  readQuery(request: SearchRequestOf<Each>): Query;
  /** Finds the products of a page, in a strict order. */
  search(
    query: Query,
    page: SearchPage<Position>,
    call: { readonly request: SearchRequestOf<Each>; readonly context: CallContext },
  ): Later<FoundPage<SearchProduct<Each>, Position>>;
  /** Recognizes valid positions: one from an earlier version of the business may have another form. */
  isPosition(value: unknown): value is Position;
  /**
   * A secret shared by all processes of the business, so that nobody else can create cursors. Without it, a cursor is
   * still checked for form and query, but its position may be forged.
   */
  readonly cursorKey?: string | undefined;
  /** Maximum number of products on a page. Default: 50. */
  readonly maxLimit?: number | undefined;
  /**
   * `refused` rejects a limit above `maxLimit`; `clamped`, which a release may allow, reduces it. Default: refused.
   */
  readonly largeLimits?: PageRules["largeLimits"] | undefined;
}

export type SearchCatalog<Each extends SearchHandlers> = (
  request: SearchRequestOf<Each>,
  context: CallContext,
) => Promise<SearchAnswer<Each>>;

const MAX_LIMIT = 50;

/**
 * Creates the handler `searchCatalog` (§4.4). It throws a `ProtocolError` `invalid_request` for an invalid page or
 * cursor.
 * @throws RangeError if `maxLimit` is not a positive integer
 * @example
 * ```ts
 * import { createSearch } from "@proto-gen/runtime/commerce";
 * import type { Product } from "./generated/index.js";
 * import type { Handlers } from "./generated/server.js";
 *
 * declare const database: { search(words: string, most: number, afterId?: string): Promise<Product[]> };
 * const searchCatalog = createSearch<Handlers, string, string>({
 *   readQuery: ({ query = "" }) => query.trim().toLowerCase(),
 *   async search(words, { limit, after }) {
 *     const found = await database.search(words, limit + 1, after);
 *     return { products: found.slice(0, limit), next: found.length > limit ? found[limit - 1]?.id : undefined };
 *   },
 *   isPosition: (value) => typeof value === "string",
 * });
 * ```
 */
export function createSearch<Each extends SearchHandlers, Query, Position>(
  options: SearchOptions<Each, Query, Position>,
): SearchCatalog<Each> {
  const { largeLimits = "refused", cursorKey: key = "" } = options;
  const maxLimit = atLeast("maxLimit", 1, options.maxLimit ?? MAX_LIMIT);
  const cursors = createCursors<Position>({ key, isPosition: options.isPosition });

  return async (request, context) => {
    const query = options.readQuery(request);
    const { pagination } = request as { readonly pagination?: unknown };
    const { limit, cursor } = readPageRequest(pagination, { maxLimit, largeLimits });
    const after = cursor === undefined ? undefined : await cursors.read(cursor, query);
    const found = await options.search(query, { limit, after }, { request, context });
    if (found.products.length > limit)
      throw new RangeError(`search must return at most ${limit} products for this page`);
    return (await answerOf(found, query, cursors)) as SearchAnswer<Each>;
  };
}

async function answerOf<Product, Query, Position>(
  { products, next, total, messages }: FoundPage<Product, Position>,
  query: Query,
  cursors: Cursors<Position>,
): Promise<object> {
  const cursor = next === undefined ? undefined : await cursors.write(next, query);
  return {
    products: [...products],
    pagination: {
      ...defined({ cursor }),
      has_next_page: next !== undefined,
      ...defined({ total_count: total }),
    },
    ...defined({ messages: messages && [...messages] }),
  };
}
