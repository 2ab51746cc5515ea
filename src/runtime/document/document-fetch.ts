/**
 * The interface through which documents are fetched from URLs that another party may have chosen, the reasons why one
 * could not be fetched, and the implementation with the platform's own `fetch`, where that reaches the public internet alone, such as on
 * Workers. On Node it reaches the business's own network as well: use `guardedFetch` there. Codes are an interface: add new ones, never
 * rename.
 */

import { platformFetch, type Fetch, type FetchInit, type FetchResponse } from "../client/send.js";
import { ProtocolError } from "../error/protocol-error.js";
import { readWebUrl } from "../formats/web-url.js";
import { isJsonInUtf8 } from "../rest/media-type.js";
import { abandon, readAll } from "../rest/read-json-body.js";
import type { WebHeaders, WebSignal } from "../rest/web.js";
import type { WebhookPost } from "../webhook/webhook-post.js";

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

export type DocumentFetchErrorCode =
  | "URL_REFUSED"
  | "PORT_REFUSED"
  | "ADDRESS_REFUSED"
  | "NOT_RESOLVED"
  | "NOT_CONNECTED"
  | "REDIRECTED"
  | "STATUS_UNEXPECTED"
  | "HEADERS_TOO_LARGE"
  | "TYPE_UNEXPECTED"
  | "ENCODED"
  | "TOO_LARGE"
  | "BROKEN_OFF"
  | "TIMEOUT"
  | "ABORTED";

/** The explanation of each code. */
export const DOCUMENT_FETCH_ERRORS: Readonly<Record<DocumentFetchErrorCode, string>> =
  /* @__PURE__ */ Object.freeze({
    /** Not https, or with parts that no document's URL needs, such as user information or a fragment. */
    URL_REFUSED: "The URL must be an absolute https URL without user name, password and fragment.",
    /**
     * A stranger's URL must not choose which services of a host are called. `ports` of `guardedFetch` allows others.
     */
    PORT_REFUSED: "The URL's port is not allowed. By default, only 443 is.",
    /** At least one address is not on the public internet. No connection was made. */
    ADDRESS_REFUSED: "The host is not on the public internet.",
    NOT_RESOLVED: "The host has no address.",
    /** Includes TLS errors, such as a certificate that is not valid for the host. */
    NOT_CONNECTED: "There is no trustworthy connection to the host.",
    REDIRECTED: "The answer is a redirect, which is not followed.",
    /** See `status`. */
    STATUS_UNEXPECTED: "The answer's status is not 200.",
    HEADERS_TOO_LARGE: "The answer's header fields are too large.",
    TYPE_UNEXPECTED: "The Content-Type of the answer is not a JSON type.",
    ENCODED: "The answer is compressed, which was not asked for.",
    TOO_LARGE: "The answer is too large.",
    /** The connection broke, or the response is not HTTP. */
    BROKEN_OFF: "The answer ended before it was complete.",
    TIMEOUT: "The answer took too long.",
    /** The caller's signal was aborted; its reason is the `cause`. */
    ABORTED: "The caller ended the fetch.",
  });

interface DocumentFetchErrorOptions {
  /** Details for the log. May contain addresses of internal hosts. */
  readonly detail?: string | undefined;
  /** Status of the response. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

export class DocumentFetchError extends Error {
  override readonly name: string = "DocumentFetchError";
  readonly code: DocumentFetchErrorCode;
  declare readonly status?: number;

  constructor(code: DocumentFetchErrorCode, options: DocumentFetchErrorOptions = {}) {
    const { detail, status, cause } = options;
    const content = DOCUMENT_FETCH_ERRORS[code];
    const text = detail === undefined ? content : `${content} ${detail}`;
    super(`${code}: ${text}`, cause === undefined ? undefined : { cause });
    this.code = code;
    if (status !== undefined) this.status = status;
  }
}

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
