/** The interface through which documents are fetched from URLs that another party may have chosen. */

import type { WebHeaders, WebSignal } from "../rest/index.js";

export interface DocumentRequest {
  readonly maxBytes: number;
  /** Entity tag of the cached document (RFC 9110 §13.1.2). */
  readonly ifNoneMatch?: string | undefined;
  readonly signal?: WebSignal | undefined;
}

export interface FetchedDocument {
  /** 304 only if `ifNoneMatch` was given. */
  readonly status: 200 | 304;
  readonly headers: Pick<WebHeaders, "get">;
  /** Empty with 304. */
  readonly bytes: Uint8Array;
}

/**
 * Must not follow redirects, and must have a timeout.
 * @throws DocumentFetchError
 */
export type DocumentFetch = (url: string, request: DocumentRequest) => Promise<FetchedDocument>;
