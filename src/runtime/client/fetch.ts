/** The part of `fetch` that is used here. The `fetch` of any set of declarations is assignable to `Fetch`. */

import type { Cancellation } from "../time/cancellation.js";
import type { WebHeaders, WebStream } from "../rest/web.js";

export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  /**
   * Redirects are never followed, since the request is for one endpoint (§5.3). Not every platform supports `error`.
   */
  readonly redirect: "manual";
  readonly signal: Cancellation;
}

export interface FetchResponse {
  /** 0 if a browser hides a redirect. */
  readonly status: number;
  readonly headers: WebHeaders;
  readonly body: WebStream | null;
}

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

declare const fetch: Fetch;

/** Calls the platform's `fetch` as a plain function: as a method, it fails in browsers. */
export function platformFetch(url: string, init: FetchInit): Promise<FetchResponse> {
  return fetch(url, init);
}
