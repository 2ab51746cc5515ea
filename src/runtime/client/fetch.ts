/** What is used here of `fetch`. Whichever declarations a project has, its own `fetch` is a `Fetch`. */

import type { Cancellation } from "../idempotency/index.js";
import type { WebHeaders, WebStream } from "../rest/index.js";

export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  /** Never followed: what is sent is for one endpoint (§5.3). Not every platform knows `error`. */
  readonly redirect: "manual";
  readonly signal: Cancellation;
}

export interface FetchResponse {
  /** 0 where a browser hides a redirect. */
  readonly status: number;
  readonly headers: WebHeaders;
  readonly body: WebStream | null;
}

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

declare const fetch: Fetch;

/** The platform's own, called as its function. */
export function platformFetch(url: string, init: FetchInit): Promise<FetchResponse> {
  return fetch(url, init);
}
