/** How a webhook is sent: a port. In: a URL that the platform chose. Out: what it answers, without a body. */

import type { WebHeaders, WebSignal } from "../rest/index.js";

export interface WebhookMessage {
  /** In order, Host and Content-Length left out. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** It is signed: it goes out byte by byte as it is. */
  readonly body: Uint8Array;
  readonly signal?: WebSignal | undefined;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Pick<WebHeaders, "get">;
}

/**
 * `guardedPost()` of `@proto-gen/runtime/guarded-fetch` on Node. It follows no redirect, reaches nothing
 * but the public internet, and ends by itself after some time.
 * @throws whatever kept the request from being answered; a `code` of it goes to the log
 */
export type WebhookPost = (url: string, message: WebhookMessage) => Promise<WebhookAnswer>;
