/**
 * Cursors of a search (§4.4). A cursor contains the position of a page's last result, as the business defines it, and
 * the digest of its query. Both are authenticated, so forged cursors and those of other queries are rejected before
 * the position is used.
 */

import { hmacSha256Hex } from "../../digest/hmac-sha256-hex.js";
import { isObject } from "../../json/members.js";
import { encodeUtf8, decodeUtf8 } from "../../text/utf8.js";
import { decodeBase64Url, encodeBase64Url } from "../../signature/base64.js";
import { sha256Hex, sameDigest } from "../../digest/sha256.js";
import { invalidPagination, PAGINATION } from "./page.js";

export interface Cursors<Position> {
  /** @throws RangeError if the position is invalid, or too long for a cursor */
  write(position: Position, query: unknown): Promise<string>;
  /** @throws ProtocolError `invalid_request` */
  read(cursor: string, query: unknown): Promise<Position>;
}

export interface CursorOptions<Position> {
  /** A text that platforms do not know. */
  readonly key: string;
  readonly isPosition: (value: unknown) => value is Position;
}

/** Maximum length of a cursor: it is part of every response, and parsed before the caller is known. */
const MAX_LENGTH = 1000;
const PLACE = `${PAGINATION}.cursor`;

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
