/** Errors about the `pagination` of a request (§7). */

import { ProtocolError } from "../error/index.js";

export const PAGINATION = "$.pagination";

/** @param place JSONPath of the member */
export function invalidPagination(place: string, rule: string): ProtocolError {
  return new ProtocolError("invalid_request", { content: `${place} ${rule}` });
}
