/**
 * Fetches URLs that others choose, and posts to them (§5.3: https only, no redirects). Only the public
 * internet is reachable, and size and time are limited. Each request has a connection of its own.
 */

import {
  type DocumentFetch,
  type DocumentRequest,
  DocumentFetchError,
  type DocumentFetchErrorCode,
  type FetchedDocument,
} from "../document/document-fetch.js";
import { createGuard, type GuardOptions } from "./guard.js";
import { defined } from "../json/members.js";
import type { WebhookPost } from "../webhook/webhook-post.js";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Target } from "./resolver.js";
import { isIdentity, isJsonInUtf8 } from "../rest/media-type.js";
import { cutText } from "../text/printable-text.js";

/** Checks a response and reads its document, up to a size limit. */
const NO_BYTES = new Uint8Array(0);

/** @throws DocumentFetchError */
async function readDocument(
  response: IncomingMessage,
  { maxBytes, ifNoneMatch }: DocumentRequest,
  types: readonly string[],
): Promise<FetchedDocument> {
  const { statusCode: status = 0 } = response;
  const headers = { get: (name: string) => fieldOf(response, name) };
  if (status === 304 && ifNoneMatch !== undefined) return { status, headers, bytes: NO_BYTES };
  if (status >= 300 && status < 400) throw unexpected("REDIRECTED", status);
  if (status !== 200) throw unexpected("STATUS_UNEXPECTED", status);
  const type = headers.get("content-type") ?? "";
  if (!types.some((each) => isJsonInUtf8(type, each))) throw failed("TYPE_UNEXPECTED", type);
  // Compressed content could expand beyond the limit.
  const encoding = headers.get("content-encoding");
  if (!isIdentity(encoding)) throw failed("ENCODED", encoding ?? "");
  if (Number(headers.get("content-length")) > maxBytes) throw failed("TOO_LARGE");
  return { status, headers, bytes: await readBody(response, maxBytes) };
}

/** Joins repeated fields. */
function fieldOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value.join(", ") : value) ?? null;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw failed("TOO_LARGE");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DocumentFetchError ? error : brokenOff(error);
  }
  return Buffer.concat(chunks, length);
}

/** More of a header field does not help anyone. */
const MAX_DETAIL = 60;

/** @param field a header field's value, written by a stranger: unprintable characters are removed */
function failed(code: DocumentFetchErrorCode, field = ""): DocumentFetchError {
  const detail = cutText(field.replaceAll(/[^\x20-\x7e]/g, ""), MAX_DETAIL);
  return new DocumentFetchError(code, detail === "" ? {} : { detail });
}

function unexpected(code: DocumentFetchErrorCode, status: number): DocumentFetchError {
  return new DocumentFetchError(code, { status, detail: `${status}` });
}

interface Outgoing {
  readonly method: string;
  /** The headers that differ between exchanges. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Uint8Array;
}

const HEADER_BYTES = 16_384;

/** Sends one request on a connection of its own. The response's body is left unread. */
function exchange(
  socket: Socket,
  { host, path }: Target,
  { method, headers, body }: Outgoing,
  headerBytes: number = HEADER_BYTES,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      createConnection: () => socket,
      // No agent: neither its pooled connections nor a proxy from the environment.
      agent: undefined,
      method,
      path,
      headers: { Host: host, "Accept-Encoding": "identity", Connection: "close", ...headers },
      maxHeaderSize: headerBytes,
      insecureHTTPParser: false,
    });
    outgoing.once("response", resolve);
    outgoing.on("error", (cause) => reject(brokenOff(cause)));
    // A protocol switch (101) closes the request without an error.
    outgoing.once("close", () => reject(brokenOff(undefined)));
    outgoing.end(body);
  });
}

function brokenOff(cause: unknown): DocumentFetchError {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  const what = code === "HPE_HEADER_OVERFLOW" ? "HEADERS_TOO_LARGE" : "BROKEN_OFF";
  return new DocumentFetchError(what, { cause });
}

export interface GuardedFetchOptions extends GuardOptions {
  /** Accepted JSON media types. Default: `application/json`. */
  readonly types?: readonly string[] | undefined;
}

/**
 * Creates a function that fetches JSON documents from https URLs that others choose (§5.3), such as platforms'
 * profiles. It rejects with `DocumentFetchError`.
 * @example
 * ```ts
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 *
 * const fetchDocument = guardedFetch();
 * await fetchDocument("https://127.0.0.1/profile.json", { maxBytes: 65_536 }); // throws DocumentFetchError
 * ```
 */
export function guardedFetch(options: GuardedFetchOptions = {}): DocumentFetch {
  const { types = ["application/json"], headerBytes } = options;
  const guard = createGuard(options);
  return (url, request) =>
    guard(url, request.signal, async (socket, target) => {
      const response = await exchange(socket, target, outgoingFor(request, types), headerBytes);
      return readDocument(response, request, types);
    });
}

function outgoingFor({ ifNoneMatch }: DocumentRequest, types: readonly string[]): Outgoing {
  return {
    method: "GET",
    headers: { Accept: types.join(", "), ...defined({ "If-None-Match": ifNoneMatch }) },
  };
}

/** Default for `timeoutMs`: 10,000. */
export type GuardedPostOptions = GuardOptions;

/**
 * Creates a function that posts to https URLs that others choose, such as platforms' webhooks (§6). It rejects with
 * `DocumentFetchError` if there is no response.
 * @example
 * ```ts
 * import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
 *
 * const post = guardedPost({ timeoutMs: 5_000 });
 * const { signal } = new AbortController();
 * const event = { headers: [], body: new TextEncoder().encode("{}"), signal };
 * await post("https://10.0.0.5/orders", event); // throws DocumentFetchError
 * ```
 */
export function guardedPost(options: GuardedPostOptions = {}): WebhookPost {
  const guard = createGuard({ ...options, timeoutMs: options.timeoutMs ?? 10_000 });
  return (url, { headers, body, signal }) =>
    guard(url, signal, async (socket, target) => {
      const outgoing = {
        method: "POST",
        headers: { ...Object.fromEntries(headers), "Content-Length": body.length },
        body,
      };
      const response = await exchange(socket, target, outgoing, options.headerBytes);
      const { statusCode: status = 0 } = response;
      return { status, headers: { get: (name) => fieldOf(response, name) } };
    });
}
