/** Which page is wanted. The protocol leaves the fields open (§2.11); this shop knows `limit` and `cursor`. */

import type { PaginationRequest } from "../generated/index.js";
import { badRequest, refuseOthers } from "./bad-request.js";

export interface Page {
  /** Results on it. */
  readonly limit: number;
  /** Of the page before; undefined on the first one. */
  readonly cursor: string | undefined;
}

/** §8. */
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
const PATH = "$.pagination";

/**
 * A field that is not known is an error: whoever asks for page 3 by another name would get the first one forever.
 *
 * @throws ProtocolError invalid_request
 */
export function readPage(pagination: PaginationRequest): Page {
  refuseOthers(pagination, ["limit", "cursor"], PATH);
  const { limit = DEFAULT_LIMIT, cursor } = pagination;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw badRequest(`${PATH}.limit`, `must be a whole number from 1 to ${MAX_LIMIT}`);
  if (cursor !== undefined && typeof cursor !== "string")
    throw badRequest(`${PATH}.cursor`, "must be a string");
  return { limit, cursor };
}
