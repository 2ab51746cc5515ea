/**
 * Where a page ends. A cursor holds the last result rather than a number of results, so that nothing comes
 * twice and nothing is left out when articles come or go between two pages. It is bound to what was searched
 * for, not to the context: a platform may learn where the buyer is while it turns pages.
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { badRequest } from "./bad-request.js";
import type { Filters } from "./filters.js";

/** Of a result in the order of all of them. */
export interface Position {
  readonly relevance: number;
  readonly id: string;
}

const MAX_LENGTH = 500;

/** A text that is equal for equal searches. */
export function searchKey(words: readonly string[], filters: Filters): string {
  return createHash("sha256")
    .update(JSON.stringify([words, filters]))
    .digest("base64url");
}

export function writeCursor(search: string, { relevance, id }: Position): string {
  return Buffer.from(JSON.stringify([search, relevance, id])).toString("base64url");
}

/** @throws ProtocolError invalid_request where the shop did not make it, or made it for another search */
export function readCursor(cursor: string, search: string): Position {
  const [searched, relevance, id] = partsOf(cursor);
  if (typeof searched !== "string" || typeof relevance !== "number" || typeof id !== "string")
    throw badRequest("$.pagination.cursor", "is not a cursor of this shop");
  if (searched !== search)
    throw badRequest("$.pagination.cursor", "is of a search with another query or other filters");
  return { relevance, id };
}

function partsOf(cursor: string): readonly unknown[] {
  if (cursor.length > MAX_LENGTH) return [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
