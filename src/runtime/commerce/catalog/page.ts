/**
 * Reads the requested page of a search, and takes it from all results. The protocol's text leaves the members of
 * `pagination` open (§2.11); releases that define them have `limit` and `cursor`.
 */

import { isObject } from "../../json/members.js";
import { ProtocolError } from "../../error/protocol-error.js";
import type { SearchPage } from "./create-search.js";

export const PAGINATION = "$.pagination";

export interface PageRequest {
  /** Maximum number of results on the page. */
  readonly limit: number;
  /** Cursor of the previous page. Undefined for the first page. */
  readonly cursor: string | undefined;
}

export interface PageRules {
  readonly maxLimit: number;
  /** A limit above `maxLimit` is an error if `refused`, and is reduced to `maxLimit` if `clamped`. */
  readonly largeLimits: "refused" | "clamped";
}

/** The default page size (§8). */
const DEFAULT_LIMIT = 10;

const KNOWN = ["limit", "cursor"];

/**
 * Unknown members are an error: a platform that asks for page 3 under another name would get the first page forever.
 * @throws ProtocolError `invalid_request`
 */
export function readPageRequest(pagination: unknown, rules: PageRules): PageRequest {
  if (pagination === undefined)
    return { limit: Math.min(DEFAULT_LIMIT, rules.maxLimit), cursor: undefined };
  if (!isObject(pagination)) throw invalidPagination(PAGINATION, "must be an object");
  requireKnown(pagination);
  const { limit = Math.min(DEFAULT_LIMIT, rules.maxLimit), cursor } = pagination;
  if (cursor !== undefined && typeof cursor !== "string")
    throw invalidPagination(`${PAGINATION}.cursor`, "must be a string");
  return { limit: readLimit(limit, rules), cursor };
}

function readLimit(limit: unknown, { maxLimit, largeLimits }: PageRules): number {
  const isCount = typeof limit === "number" && Number.isInteger(limit) && limit >= 1;
  if (isCount && limit <= maxLimit) return limit;
  if (isCount && largeLimits === "clamped") return maxLimit;
  throw invalidPagination(`${PAGINATION}.limit`, `must be an integer from 1 to ${maxLimit}`);
}

function requireKnown(pagination: object): void {
  const other = Object.keys(pagination).find((name) => !KNOWN.includes(name));
  if (other === undefined) return;
  // The caller's name for a member is only repeated if it is a short word.
  const place = /^\w{1,40}$/.test(other) ? `${PAGINATION}.${other}` : PAGINATION;
  const rule = `is not known: ${PAGINATION} may have ${KNOWN.join(", ")}`;
  throw invalidPagination(place, rule);
}

/** @param place JSONPath of the member */
export function invalidPagination(place: string, rule: string): ProtocolError {
  return new ProtocolError("invalid_request", { content: `${place} ${rule}` });
}

export interface TakenPage<Result> {
  readonly page: readonly Result[];
  /** The last result on the page, if others follow. */
  readonly next: Result | undefined;
  readonly total: number;
}

/**
 * Takes the page of a search (§4.4) from all results: those after the position in the given order, even if the result
 * at that position no longer exists.
 * @param inOrder compares two positions like the argument of `Array.sort`; a result is a position with further
 * members
 * @example
 * ```ts
 * import { takePage } from "@proto-gen/runtime/commerce";
 *
 * const found = [{ price: 300 }, { price: 100 }, { price: 200 }];
 * const cheapestFirst = (one: { price: number }, other: { price: number }) => one.price - other.price;
 * const { page, next } = takePage(found, { limit: 2, after: undefined }, cheapestFirst);
 * page; // [{ price: 100 }, { price: 200 }]
 * takePage(found, { limit: 2, after: next }, cheapestFirst).page; // [{ price: 300 }]
 * ```
 */
export function takePage<Position, Result extends Position>(
  results: readonly Result[],
  { limit, after }: SearchPage<Position>,
  inOrder: (one: Position, other: Position) => number,
): TakenPage<Result> {
  const sorted = [...results].sort(inOrder);
  const left = after === undefined ? sorted : sorted.filter((each) => inOrder(after, each) < 0);
  const page = left.slice(0, limit);
  return { page, next: left.length > limit ? page.at(-1) : undefined, total: results.length };
}
