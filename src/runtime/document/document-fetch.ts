/**
 * How a document of another party is fetched: a port. In: a URL that the other party may have chosen.
 * Out: bytes that say they are JSON, or that nothing has changed.
 */

import type { WebHeaders, WebSignal } from "../rest/index.js";

export interface DocumentRequest {
  readonly maxBytes: number;
  /** Entity tag of what is there already (RFC 9110 §13.1.2). */
  readonly ifNoneMatch?: string | undefined;
  readonly signal?: WebSignal | undefined;
}

export interface FetchedDocument {
  /** 304 only where `ifNoneMatch` was given. */
  readonly status: 200 | 304;
  readonly headers: Pick<WebHeaders, "get">;
  /** None with 304. */
  readonly bytes: Uint8Array;
}

/**
 * It follows no redirect, and ends by itself after some time.
 * @throws DocumentFetchError
 */
export type DocumentFetch = (url: string, request: DocumentRequest) => Promise<FetchedDocument>;
