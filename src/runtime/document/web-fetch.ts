/**
 * Fetches documents and posts events with the platform's own `fetch`, where that reaches the public internet alone, such as on
 * Workers. On Node it reaches the business's own network as well: use `guardedFetch` there.
 */

import { platformFetch, type Fetch, type FetchInit, type FetchResponse } from "../client/fetch.js";
import { ProtocolError } from "../error/protocol-error.js";
import { readWebUrl } from "../formats/web-url.js";
import { abandon, readAll } from "../rest/read-all.js";
import { isJsonInUtf8 } from "../rest/media-type.js";
import type { WebHeaders, WebSignal } from "../rest/web.js";
import type { WebhookPost } from "../webhook/webhook-post.js";
import {
  DocumentFetchError,
  type DocumentFetch,
  type DocumentFetchErrorCode,
} from "./document-fetch.js";

export interface WebFetchOptions {
  /** Allows http URLs. */
  readonly development?: boolean | undefined;
  /** Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: the platform's. */
  readonly fetch?: Fetch | undefined;
}

const TIMEOUT_MS = 10_000;

/**
 * Creates a `DocumentFetch` for platforms whose `fetch` cannot reach a private network.
 * @example
 * ```ts
 * import { createPlatformProfiles, webFetch } from "@proto-gen/runtime/profile";
 *
 * const platforms = createPlatformProfiles({ name: "proto", fetch: webFetch() });
 * ```
 */
export function webFetch(options: WebFetchOptions = {}): DocumentFetch {
  return (url, { maxBytes, ifNoneMatch, signal }) =>
    exchange(url, { ...options, signal }, async (send) => {
      const accept = { Accept: "application/json" };
      const known = ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch };
      const response = await send({ method: "GET", headers: { ...accept, ...known } });
      const { status, headers } = response;
      if (status === 304 && ifNoneMatch !== undefined)
        return { status, headers, bytes: new Uint8Array(0) };
      requireDocument(response, maxBytes);
      return { status: 200, headers, bytes: await bodyOf(response, maxBytes) };
    });
}

/**
 * Creates a `WebhookPost` for platforms whose `fetch` cannot reach a private network.
 * @example
 * ```ts
 * import { webPost } from "@proto-gen/runtime/profile";
 *
 * const post = webPost({ timeoutMs: 5_000 });
 * ```
 */
export function webPost(options: WebFetchOptions = {}): WebhookPost {
  return (url, { headers: fields, body: bytes, signal }) =>
    exchange(url, { ...options, signal }, async (send) => {
      const headers = Object.fromEntries(fields);
      const response = await send({ method: "POST", headers, body: new Uint8Array(bytes) });
      if (response.body !== null) abandon(response.body);
      return { status: response.status, headers: response.headers };
    });
}

type Send = (outgoing: Omit<FetchInit, "redirect" | "signal">) => Promise<FetchResponse>;

/** @throws DocumentFetchError */
async function exchange<Result>(
  url: string,
  options: WebFetchOptions & { readonly signal?: WebSignal | undefined },
  use: (send: Send) => Promise<Result>,
): Promise<Result> {
  const { development = false, timeoutMs = TIMEOUT_MS, signal } = options;
  const ask = options.fetch ?? platformFetch;
  if (readWebUrl(url, development) === undefined) throw new DocumentFetchError("URL_REFUSED");
  const ending = new AbortController();
  const end = (): void => ending.abort(undefined);
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener("abort", end);
  try {
    if (signal?.aborted === true) end();
    return await use((outgoing) =>
      ask(url, { ...outgoing, redirect: "manual", signal: ending.signal }),
    );
  } catch (cause) {
    if (cause instanceof DocumentFetchError) throw cause;
    if (signal?.aborted === true) throw new DocumentFetchError("ABORTED", { cause });
    throw new DocumentFetchError(ending.signal.aborted ? "TIMEOUT" : "NOT_CONNECTED", { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** @throws DocumentFetchError unless the response is a JSON document within the limit */
function requireDocument({ status, headers, body }: FetchResponse, maxBytes: number): void {
  const code = problemWith(status, headers, maxBytes);
  if (code === undefined) return;
  if (body !== null) abandon(body);
  throw new DocumentFetchError(code, { status, detail: `${status}` });
}

function problemWith(
  status: number,
  headers: WebHeaders,
  maxBytes: number,
): DocumentFetchErrorCode | undefined {
  // 0: a browser hides a redirect.
  if (status === 0 || (status >= 300 && status < 400)) return "REDIRECTED";
  if (status !== 200) return "STATUS_UNEXPECTED";
  if (!isJsonInUtf8(headers.get("content-type") ?? "")) return "TYPE_UNEXPECTED";
  return Number(headers.get("content-length")) > maxBytes ? "TOO_LARGE" : undefined;
}

async function bodyOf({ body }: FetchResponse, maxBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  const reader = body.getReader();
  try {
    return await readAll(() => reader.read(), maxBytes);
  } catch (cause) {
    abandon(reader);
    if (cause instanceof ProtocolError) throw new DocumentFetchError("TOO_LARGE", { cause });
    throw cause;
  }
}
