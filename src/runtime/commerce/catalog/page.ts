/**
 * Reads the requested page of a search, and takes it from all results; cursors lead to the next page. The protocol's
 * text leaves the members of `pagination` open (§2.11); releases that define them have `limit` and `cursor`.
 */

import { isObject } from "../../json/members.js";
import { ProtocolError } from "../../error/protocol-error.js";
import type { SearchPage } from "./create-search.js";
import { hmacSha256Hex, sha256Hex, sameDigest } from "../../digest/sha256.js";
import { encodeUtf8, decodeUtf8, decodeBase64Url, encodeBase64Url } from "../../text/encoding.js";

const PAGINATION = "$.pagination";

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
function invalidPagination(place: string, rule: string): ProtocolError {
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

export interface Cursors<Position> {
  /** @throws RangeError if the position is invalid, or too long for a cursor */
  write(position: Position, query: unknown): Promise<string>;
  /** @throws ProtocolError `invalid_request` */
  read(cursor: string, query: unknown): Promise<Position>;
}

interface CursorOptions<Position> {
  /** A text that platforms do not know. */
  readonly key: string;
  readonly isPosition: (value: unknown) => value is Position;
}

/** Maximum length of a cursor: it is part of every response, and parsed before the caller is known. */
const MAX_LENGTH = 1000;
const PLACE = `${PAGINATION}.cursor`;

/**
 * Cursors of a search (§4.4). A cursor contains the position of a page's last result, as the business defines it, and
 * the digest of its query. Both are authenticated, so forged cursors and those of other queries are rejected before
 * the position is used.
 */
export function createCursors<Position>({
  key,
  isPosition,
}: CursorOptions<Position>): Cursors<Position> {
  const keyBytes = encodeUtf8(key);
  const tagOf = (digest: string, position: unknown): Promise<string> =>
    hmacSha256Hex(keyBytes, encodeUtf8(JSON.stringify([digest, position])));

  return {
    async write(position, query) {
      if (!isPosition(position))
        throw new RangeError("invalid page position: isPosition rejects it");
      const digest = await digestOf(query);
      const parts = [digest, position, await tagOf(digest, position)];
      const cursor = encodeBase64Url(encodeUtf8(JSON.stringify(parts)));
      if (cursor.length <= MAX_LENGTH) return cursor;
      throw new RangeError(
        `the page position is too long: its cursor has ${cursor.length} characters, at most ${MAX_LENGTH} are allowed`,
      );
    },
    async read(cursor, query) {
      const [digest, position, tag] = partsOf(cursor);
      const isOwn =
        typeof digest === "string" &&
        typeof tag === "string" &&
        sameDigest(tag, await tagOf(digest, position));
      // Positions of an earlier version of the business may have another form.
      if (!isOwn || !isPosition(position))
        throw invalidPagination(PLACE, "is not a cursor of this business");
      if (digest !== (await digestOf(query)))
        throw invalidPagination(PLACE, "belongs to a search with another query or other filters");
      return position;
    },
  };
}

function partsOf(cursor: string): readonly unknown[] {
  const bytes = cursor.length <= MAX_LENGTH ? decodeBase64Url(cursor) : undefined;
  if (bytes === undefined) return [];
  try {
    const parts: unknown = JSON.parse(decodeUtf8(bytes));
    return Array.isArray(parts) && parts.length === 3 ? parts : [];
  } catch {
    return [];
  }
}

async function digestOf(query: unknown): Promise<string> {
  const text = JSON.stringify(query, withSortedMembers) ?? "";
  return sha256Hex(encodeUtf8(text));
}

/** The order of members in a request is irrelevant. */
function withSortedMembers(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
