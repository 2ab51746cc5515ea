/**
 * Search as the protocol has it (§4.4): pages of ten, cursors, limits. The business finds products; it is asked for the results
 * after a position rather than for a number of results to skip, so that no result comes twice, and none is left out, if
 * products come or go between two pages.
 */

import type { Message } from "../envelope/index.js";
import type { CallContext } from "../server/handlers.js";
import { createCursors, type Cursors } from "./cursor.js";
import { readPageRequest, type PageRules } from "./page-request.js";
import type { SearchAnswer, SearchHandlers, SearchProduct, SearchRequestOf } from "./types.js";

type Later<Value> = Promise<Value> | Value;

/** The page that a search asks for. */
export interface SearchPage<Position> {
  /** The number of products that the page may have. */
  readonly limit: number;
  /** The position of the last product of the page before; undefined for the first page. */
  readonly after: Position | undefined;
}

/** The products of one page. */
export interface FoundPage<Product, Position> {
  readonly products: readonly Product[];
  /** The position of the last of these products if others follow; undefined on the last page. */
  readonly next?: Position | undefined;
  /** The number of products that the search finds in all, if that is known. */
  readonly total?: number | undefined;
  readonly messages?: readonly Message[] | undefined;
}

export interface SearchOptions<Each extends SearchHandlers, Query, Position> {
  /**
   * Reads what is searched for. The query is JSON, and equal for equal searches: a cursor is refused with any other. Leave out
   * `context`: a platform may learn where the buyer is while it turns pages.
   * @throws ProtocolError `invalid_request`, if the request is not one that the business can search by
   */
  readQuery(request: SearchRequestOf<Each>): Query;
  /** Finds the products of a page, in an order in which no two are equal. */
  search(
    query: Query,
    page: SearchPage<Position>,
    call: { readonly request: SearchRequestOf<Each>; readonly context: CallContext },
  ): Later<FoundPage<SearchProduct<Each>, Position>>;
  /** Tells positions from other JSON: one from an earlier version of the business may have another form. */
  isPosition(value: unknown): value is Position;
  /**
   * A secret that all processes of the business share: nobody else can write a cursor. Without one a cursor still has the form of a
   * position and belongs to its query, but its position may be one that the business did not write.
   */
  readonly cursorKey?: string | undefined;
  /** The number of products that a page may have; 50 unless given. */
  readonly maxLimit?: number | undefined;
  /** A limit above `maxLimit` is `refused`, unless given; `clamped`, which a release may allow, it stands for `maxLimit`. */
  readonly largeLimits?: PageRules["largeLimits"] | undefined;
}

export type SearchCatalog<Each extends SearchHandlers> = (
  request: SearchRequestOf<Each>,
  context: CallContext,
) => Promise<SearchAnswer<Each>>;

const MAX_LIMIT = 50;

/**
 * The handler `searchCatalog`.
 * @throws RangeError if `maxLimit` is no whole number above 0
 */
export function createSearch<Each extends SearchHandlers, Query, Position>(
  options: SearchOptions<Each, Query, Position>,
): SearchCatalog<Each> {
  const { maxLimit = MAX_LIMIT, largeLimits = "refused", cursorKey: key = "" } = options;
  if (!(Number.isInteger(maxLimit) && maxLimit > 0))
    throw new RangeError("maxLimit must be a whole number above 0");
  const cursors = createCursors<Position>({ key, isPosition: options.isPosition });

  return async (request, context) => {
    const query = options.readQuery(request);
    const { pagination } = request as { readonly pagination?: unknown };
    const { limit, cursor } = readPageRequest(pagination, { maxLimit, largeLimits });
    const after = cursor === undefined ? undefined : await cursors.read(cursor, query);
    const found = await options.search(query, { limit, after }, { request, context });
    if (found.products.length > limit)
      throw new RangeError(`the search gave more than ${limit} products for a page`);
    return (await answerOf(found, query, cursors)) as SearchAnswer<Each>;
  };
}

async function answerOf<Product, Query, Position>(
  { products, next, total, messages }: FoundPage<Product, Position>,
  query: Query,
  cursors: Cursors<Position>,
): Promise<object> {
  return {
    products: [...products],
    pagination: {
      ...(next === undefined ? {} : { cursor: await cursors.write(next, query) }),
      has_next_page: next !== undefined,
      ...(total === undefined ? {} : { total_count: total }),
    },
    ...(messages === undefined ? {} : { messages: [...messages] }),
  };
}
