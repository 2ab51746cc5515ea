/** The interface through which webhooks are sent, to a URL that the platform chose. */

import type { WebHeaders, WebSignal } from "../rest/web.js";

export interface WebhookMessage {
  /** In order, without Host and Content-Length. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Signed, so it must be sent byte for byte. */
  readonly body: Uint8Array;
  readonly signal?: WebSignal | undefined;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Pick<WebHeaders, "get">;
}

/**
 * On Node, use `guardedPost()` of `@proto-gen/runtime/guarded-fetch`. An implementation must not follow redirects,
 * must only reach the public internet, and must have a timeout.
 * @throws any error if there is no response; its `code` is logged
 */
export type WebhookPost = (url: string, message: WebhookMessage) => Promise<WebhookAnswer>;
