/** The HTTP header fields of a call, as handlers read them. */

import type { WebHeaders } from "../rest/index.js";

/** Works the same over REST and MCP. */
export interface CallHeaders {
  /**
   * Returns the value of a field, by its case-insensitive name. Null if the request lacks it. Repeated fields are
   * joined with ", ".
   */
  get(name: string): string | null;
}

/** @param sent undefined for a call that did not come over HTTP: it has no fields */
export function callHeaders(sent: WebHeaders | undefined): CallHeaders {
  return Object.freeze({ get: (name: string) => sent?.get(name) ?? null });
}
