/** The header fields of a call's HTTP request, as its handler reads them. */

import type { WebHeaders } from "../rest/index.js";

/** The same over REST and over MCP. */
export interface CallHeaders {
  /**
   * The value of a field, by its name in any case; null if the request does not have it. The values of a field that was sent more
   * than once are joined with ", ".
   */
  get(name: string): string | null;
}

/** @param sent undefined for a call that did not come over HTTP: it has no fields */
export function callHeaders(sent: WebHeaders | undefined): CallHeaders {
  return Object.freeze({ get: (name: string) => sent?.get(name) ?? null });
}
