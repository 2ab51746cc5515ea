/** The interface through which webhooks are sent, to a URL that the platform chose, and the check of that URL. */

import type { WebHeaders, WebSignal } from "../rest/web.js";
import { readWebUrl } from "../formats/web-url.js";

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

export interface WebhookUrl {
  readonly href: string;
  readonly scheme: "https" | "http";
  /** Includes the port, unless it is the scheme's default. */
  readonly host: string;
  /** Path and query, as on the request line. */
  readonly target: string;
}

const LONGEST = 2_048;

/**
 * Checks a webhook URL that a platform chose (§6.1), and splits it into the parts that sending and signing need.
 * Undefined if the URL is not https (or http in development), or has user information or a fragment.
 */
export function webhookUrl(text: unknown, development: boolean): WebhookUrl | undefined {
  if (typeof text !== "string" || text.length > LONGEST) return undefined;
  const url = readWebUrl(text, development);
  if (url === undefined || url.href.includes("#")) return undefined;
  const { href, protocol, host, pathname, search } = url;
  const scheme = protocol === "https:" ? "https" : "http";
  return { href, scheme, host, target: pathname + search };
}
