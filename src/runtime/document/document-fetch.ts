/**
 * The interface through which documents are fetched from URLs that another party may have chosen, and the reasons why
 * one could not be fetched. Codes are an interface: add new ones, never rename.
 */

import type { WebHeaders, WebSignal } from "../rest/web.js";

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
    TYPE_UNEXPECTED: "The answer is not of a type of JSON that is taken.",
    ENCODED: "The answer is compressed, which was not asked for.",
    TOO_LARGE: "The answer is too large.",
    /** The connection broke, or the response is not HTTP. */
    BROKEN_OFF: "The answer ended before it was complete.",
    TIMEOUT: "The answer took too long.",
    /** The caller's signal was aborted; its reason is the `cause`. */
    ABORTED: "The caller ended the fetch.",
  });

export interface DocumentFetchErrorOptions {
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
