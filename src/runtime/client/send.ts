/**
 * Sends one HTTP request with the platform's profile (§4.8) and credentials (§5.2), which are sent nowhere else. `Fetch` is the part of
 * `fetch` that is used here: the `fetch` of any set of declarations is assignable to it.
 */

import { abandon } from "../rest/read-json-body.js";
import type { WebHeaders, WebStream } from "../rest/web.js";
import type { Operation } from "../service/operation.js";
import type { Cancellation } from "../time/time.js";
import { ClientError } from "./client-error.js";
import type { Signatures } from "./definition.js";
import { requireHeaders, withHeaders, type AddedHeaders, tokenOf, type Bearer } from "./headers.js";

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

export interface SendRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: NonNullable<FetchInit["body"]>;
  /** Undefined if unknown, as over MCP, where no operation requires headers. */
  readonly operation?: Operation;
}

/** @throws ClientError `NETWORK`; `ANSWER_INVALID` if a signature is invalid */
export type Send = (
  url: string,
  request: SendRequest,
  signal: Cancellation,
) => Promise<FetchResponse>;

interface SendOptions {
  readonly fetch: Fetch;
  readonly agentHeader: string;
  readonly profile: string;
  readonly apiKey: string | undefined;
  readonly bearer: Bearer | undefined;
  readonly signatures: Signatures | undefined;
  readonly headers: AddedHeaders;
  readonly answerBytes: number;
}

export function createSend({
  fetch: call,
  bearer,
  signatures,
  headers: added,
  answerBytes,
  ...options
}: SendOptions): Send {
  const identity = {
    [options.agentHeader]: agentValue(options.profile),
    ...(options.apiKey === undefined ? {} : { "X-API-Key": options.apiKey }),
  };

  // Bytes and headers are final here, so the request is signed each time that it is sent (§5.4).
  async function sendWith(
    token: string | undefined,
    url: string,
    { headers: given, operation, ...request }: SendRequest,
    signal: Cancellation,
  ): Promise<FetchResponse> {
    const { method, body } = request;
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const own = { ...given, ...identity, ...authorization };
    const headers = await withHeaders(own, added, () => ({
      method,
      url,
      body: bytesOf(body) ?? undefined,
    }));
    if (operation !== undefined) requireHeaders(operation, headers);
    const fields = await signatures?.sign({ method, url, headers, body: bytesOf(body) });
    Object.assign(headers, Object.fromEntries(fields ?? []));
    const init = { ...request, headers, redirect: "manual", signal } as const;
    const response = await fetchOnce(call, url, init);
    const reading = { maxBytes: answerBytes, signal };
    return signatures?.verify(response, operation?.verb, reading) ?? response;
  }

  return async (url, request, signal) => {
    const token = await tokenOf(bearer);
    const response = await sendWith(token, url, request, signal);
    if (response.status !== 401 || typeof bearer !== "function") return response;
    const next = await tokenOf(bearer, token);
    if (next === token) return response;
    if (response.body !== null) abandon(response.body);
    return sendWith(next, url, request, signal);
  };
}

function bytesOf(body: FetchInit["body"]): Uint8Array | null {
  return typeof body === "string" ? new TextEncoder().encode(body) : (body ?? null);
}

/** @throws ClientError `NETWORK` */
export async function fetchOnce(call: Fetch, url: string, init: FetchInit): Promise<FetchResponse> {
  try {
    return await call(url, init);
  } catch (cause) {
    throw new ClientError("NETWORK", { cause });
  }
}

/**
 * A dictionary with one string (RFC 8941 §4.1.6). `settings.ts` ensures visible ASCII. The server uses
 * structured-headers for this, but one line here saves every client a kilobyte.
 */
function agentValue(profile: string): string {
  return `profile="${profile.replace(/["\\]/g, "\\$&")}"`;
}
